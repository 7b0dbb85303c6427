import { describe, expect, it } from 'vitest'
import { isTaken, MAX_ATTEMPTS, nextAttemptSeconds } from './delivery-rules.ts'
import { signatureHeaders } from './server/signature.ts'

it('an event is tried ten times over three days, with increasing delays', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => nextAttemptSeconds(index + 1, 0) ?? 0)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600
  expect(hours).toBeGreaterThan(72)
  expect(hours).toBeLessThan(80)
  expect(nextAttemptSeconds(MAX_ATTEMPTS, 0)).toBeNull()
  expect(nextAttemptSeconds(1, 0.999)).toBe(66)
})

it.each([
  [200, true],
  [299, true],
  [301, false],
  [410, false],
  [500, false],
])('a response of %i counts as accepted: %s', (status, taken) => {
  expect(isTaken({ kind: 'status', status })).toBe(taken)
})

describe('signatures', () => {
  it('match the standard’s own libraries', () => {
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    }
    expect(signatureHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })
})
