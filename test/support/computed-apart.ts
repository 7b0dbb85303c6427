import { AppError } from '#api/errors.ts'

/** Functions for threads apart, one for each way in which one can end (`server/apart.test.ts`). */

export const greeting = (name: string): string => `hi ${name}`

export const refusing = (name: string): never => {
  throw new AppError('not_found', { message: `There is no ${name}.`, fields: { [name]: 'Not here' } })
}

export const failing = (name: string): never => {
  throw new Error(`broken by ${name}`)
}

/** A function cannot be sent back. */
export const dying = (): unknown => () => 1

export const number = (): number => 1
