import { expect, it } from 'vitest'
import { apart } from './apart.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const module = new URL('../../test/support/computed-apart.ts', import.meta.url)
const greeting = apart<(name: string) => string>(module, 'greeting', isText)

it('gives what the function gives, several at once', async () => {
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(greeting))).toEqual(['hi a', 'hi b', 'hi c', 'hi d'])
})

it('refuses as the function refuses, with its code, words and fields', async () => {
  await expect(apart<(name: string) => string>(module, 'refusing', isText)('x')).rejects.toMatchObject({
    name: 'Refusal',
    code: 'not_found',
    message: 'There is no x.',
    fields: { x: 'Not here' },
  })
})

it('fails with the words of an error, and goes on with the next', async () => {
  await expect(apart<(name: string) => string>(module, 'failing', isText)('x')).rejects.toThrow('broken by x')
  await expect(apart<(name: string) => string>(module, 'dying', isText)('x')).rejects.toThrow(
    'a thread failed',
  )
  await expect(apart<(name: string) => string>(module, 'nothing of the kind', isText)('x')).rejects.toThrow(
    'exports no function',
  )
  expect(await greeting('e')).toBe('hi e')
})

it('gives nothing that is not what the caller expects', async () => {
  await expect(apart<(name: string) => string>(module, 'number', isText)('x')).rejects.toThrow(
    'gave something else',
  )
})
