import type { LightMyRequestResponse as Response } from 'fastify'

/** The status and the code of a refused answer. */
export const refusal = (answer: Response): readonly [status: number, code: string] => [
  answer.statusCode,
  answer.json<{ code: string }>().code,
]

/** The statuses of answers that came in any order, in one. */
export const statusesOf = (answers: readonly Response[]): number[] =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
