import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldErrors } from './handler.ts'

const shape = z.object({
  limit: z.number().min(1).max(100).default(1),
  page: z.int().default(1),
  name: z.string().min(2).max(5).default('Maya'),
  bureaus: z.array(z.string()).min(1).max(2).default(['Equifax']),
})

it.each([
  [{ limit: 0 }, { limit: 'This is too small' }],
  [{ limit: 101 }, { limit: 'This is too large' }],
  [{ page: -(2 ** 60) }, { page: 'This is too small' }],
  [{ page: 2 ** 60 }, { page: 'This is too large' }],
  [{ name: 'M' }, { name: 'This is too short' }],
  [{ name: 'Margaret' }, { name: 'This is too long' }],
  [{ bureaus: [] }, { bureaus: 'This is too short' }],
  [{ bureaus: ['a', 'b', 'c'] }, { bureaus: 'This is too long' }],
])('the message for a refused size depends on what was sent: %j', (body, sentences) => {
  const { error } = shape.safeParse(body)
  expect(error && fieldErrors(error)).toEqual(sentences)
})
