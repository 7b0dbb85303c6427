import { expect, it } from 'vitest'
import { apiErrorFromResponse } from './api-error.ts'

it.each([
  ['the message of the body', { message: 'a', error: 'b' }, 'a'],
  ['its error', { error: 'b', detail: 'd' }, 'b'],
  ['its msg', { msg: 'c' }, 'c'],
  ['its detail', { detail: 'd' }, 'd'],
  ['the fallback for an empty body', {}, 'Failed to fetch disputes'],
  ['the fallback for a message that is no text', { message: { deep: 1 } }, 'Failed to fetch disputes'],
  ['the fallback for no body', null, 'Failed to fetch disputes'],
])('uses %s as its message', (_, body, words) => {
  expect(apiErrorFromResponse(500, new Headers(), body, 'Failed to fetch disputes').message).toBe(words)
})

it('contains the status when nothing else is known', () => {
  expect(apiErrorFromResponse(502, new Headers(), null, null).message).toBe('HTTP 502')
})

it('contains the code, the field messages and how long to wait', () => {
  const body = { message: 'a', code: 'rate_limited', fields: { ssn: 'Enter it', odd: 3 } }
  expect(apiErrorFromResponse(429, new Headers({ 'Retry-After': '12' }), body, null)).toMatchObject({
    status: 429,
    code: 'rate_limited',
    fields: { ssn: 'Enter it' },
    retryAfterSeconds: 12,
  })
})
