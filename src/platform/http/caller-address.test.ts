import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'

/** The address of a caller with and without a trusted proxy: the caller's own claim does not count. */

const stranger = '203.0.113.9'
const forged = ['198.51.100.1', '198.51.100.2', '198.51.100.3']

describe.each([
  // The caller's own header; a trusted proxy appends the address it was called from.
  { proxies: '0', from: stranger, header: (said: string) => said },
  { proxies: '1', from: '10.0.0.1', header: (said: string) => `${said}, ${stranger}` },
])('behind $proxies proxies', ({ proxies, from, header }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp({ env: { TRUST_PROXY: proxies } })
  })
  afterAll(() => app.close())

  it('a forged address is ignored: calls count for the real caller', async () => {
    for (const [index, said] of forged.entries()) {
      const body = { phoneNumber: `+1213555400${index}` }
      const headers = { 'x-forwarded-for': header(said) }
      const sent = await app.send('POST', '/auth/sms/send', { body, from, headers })
      expect(sent.statusCode).toBe(200)
    }
    const { rows } = await app.database.pool.query<{ address: string; points: number }>(
      "select split_part(key, ':', 4) as address, points from rate_limits where key like 'codes:address:%'",
    )
    expect(rows).toEqual([{ address: stranger, points: forged.length }])
  })

  it('a forged address is not in the audit log', async () => {
    const person = await app.register()
    const headers = { 'x-forwarded-for': header('198.51.100.7') }
    await app.send('GET', '/credit/analytics', { as: person, from, headers })
    const { rows } = await app.database.pool.query<{ prefix: string }>(
      "select address_prefix as prefix from audit_events where act = 'report_read'",
    )
    expect(rows).toEqual([{ prefix: '203.0.113' }])
  })
})
