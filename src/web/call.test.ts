import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { send } from './send.ts'

const sent = vi.fn<typeof send>()
vi.resetModules()
vi.doMock('./send.ts', () => ({ send: sent }))
const { ApiError } = await import('./api-error.ts')
const { call } = await import('./call.ts')
afterAll(() => {
  vi.doUnmock('./send.ts')
  vi.resetModules()
})
beforeEach(() => sent.mockReset().mockResolvedValue({}))

const lastKey = () => sent.mock.lastCall?.[0].headers['Idempotency-Key']

it('puts parameters into the path, escaped, and the rest of a read into the query', async () => {
  const input = { disputeId: 'a/b', bureau: 'Equifax', level: undefined }
  await call(['GET', '/dispute/:disputeId/letters', 'u'], input)
  expect(sent.mock.lastCall?.[1]).toBe('/dispute/a%2Fb/letters?bureau=Equifax')
  expect(lastKey()).toBeUndefined()
})

it('sends the rest of a write as JSON, without the parameters of the path', async () => {
  await call(['POST', '/dispute/:id/notes', 'u', 'Failed'], { id: '7', text: 'hello' })
  expect(sent).toHaveBeenLastCalledWith(
    expect.objectContaining({ method: 'POST', body: '{"text":"hello"}', fallbackMessage: 'Failed' }),
    '/dispute/7/notes',
    'u',
  )
})

it('sends a file under the field of its endpoint, with the other fields', async () => {
  const file = new File(['x'], 'report.xml')
  await call(['POST', '/import', 'u', null, 'report'], { file, name: 'mine', person: undefined })
  const body = sent.mock.lastCall?.[0].body
  expect(body instanceof FormData && [...body.keys()]).toEqual(['name', 'report'])
})

it('sends a different idempotency key with every call', async () => {
  await call(['POST', '/act', 'm'], {})
  const first = lastKey()
  await call(['POST', '/act', 'm'], {})
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(lastKey()).not.toBe(first)
})

it('sends the key of the first click with a second one until the first is answered', async () => {
  const act = () => call(['POST', '/act', 'm'], { of: 'clicks' })
  const first = Promise.withResolvers<unknown>()
  sent.mockReturnValueOnce(first.promise)
  const clicks = [act()]
  const key = lastKey()
  clicks.push(act())
  expect(lastKey()).toBe(key)
  first.resolve({})
  await Promise.all(clicks)
  await act()
  expect(lastKey()).not.toBe(key)
})

it.each([0, 200, 500, 504])('repeats the key of a write only if its response was lost (%i)', async status => {
  const act = () => call(['POST', '/act', 'm'], { of: 1 })
  sent.mockRejectedValueOnce(new ApiError(status, '', 'lost'))
  await expect(act()).rejects.toThrow('lost')
  const first = lastKey()
  await call(['POST', '/act', 'm'], { of: 2 })
  expect(lastKey()).not.toBe(first)
  await act()
  expect(lastKey()).toBe(first)
  sent.mockRejectedValueOnce(new ApiError(422, 'no_report', 'refused'))
  await expect(act()).rejects.toThrow('refused')
  const refused = lastKey()
  await act()
  expect(lastKey()).not.toBe(refused)
})

it('recognizes the same file when the response to its upload was lost', async () => {
  const upload = (of: string) =>
    call(['POST', '/documents', 'u', null, 'file'], { file: new File([of], 'id.jpg', { lastModified: 1 }) })
  sent.mockRejectedValueOnce(new ApiError(0, 'unreachable', 'lost'))
  await expect(upload('x')).rejects.toThrow('lost')
  const first = lastKey()
  await upload('longer')
  expect(lastKey()).not.toBe(first)
  await upload('x')
  expect(lastKey()).toBe(first)
})
