import type { LightMyRequestResponse as Response } from 'fastify'

/** The status and the code of a refusal. */
export const refusal = (answer: Response): readonly [status: number, code: string] => [
  answer.statusCode,
  answer.json<{ code: string }>().code,
]

/** The sorted statuses of responses. */
export const statusesOf = (answers: readonly Response[]): number[] =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
