import { describe, expect, it } from 'vitest'
import { clockOf } from './clock.ts'
import { ConfigError, readConfig } from './config.ts'

const messageOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return null
}

describe('the environment', () => {
  it('needs nothing', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      timeZone: 'America/New_York',
      production: false,
    })
    expect(config.publicUrl.href).toBe('http://127.0.0.1:3000/')
    expect(config.keyringFile).toMatch(/\.data\/keyring\.json$/)
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', ' '],
    ['PORT', '1e3'],
    ['METRICS_PORT', '-1'],
    ['HOST', 'two words'],
    ['HOST', 'name/path'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['BUSINESS_TZ', 'Mars/Olympus'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', '-1'],
    ['TEST_CLOCK', 'tomorrow'],
    ['TEST_CLOCK', '+99999999999d'],
    ['SANDBOX_KEY', 'short'],
  ])('names %s in one line when it is %s', (name, value) => {
    expect(messageOf({ [name]: value })).toMatch(new RegExp(`^${name}: [^\\n]+$`))
  })

  it('says what a number must be', () => {
    expect(messageOf({ PORT: '70000' })).toBe('PORT: must be a whole number from 0 to 65535')
  })

  it('takes an IPv6 host, and names it in the address', () => {
    expect(readConfig({ HOST: '::1' }).publicUrl.href).toBe('http://[::1]:3000/')
  })

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  it('does not start in production on sandboxes unless told so', () => {
    expect(messageOf({ NODE_ENV: 'production' })).toContain('SANDBOX=true')
    expect(readConfig({ NODE_ENV: 'production', SANDBOX: 'true' }).production).toBe(true)
  })

  it('refuses a moved clock in production', () => {
    expect(messageOf({ NODE_ENV: 'production', SANDBOX: 'true', TEST_CLOCK: '+1d' })).toContain('TEST_CLOCK')
  })

  it('does not answer the keys of a provider with a sandbox', () => {
    expect(messageOf({ TWILIO_ACCOUNT_SID: 'AC123' })).toContain('Twilio')
  })
})

describe('the clock', () => {
  it('can be moved and stopped', () => {
    const moved = clockOf(readConfig({ TEST_CLOCK: '+2d' }).clock)().getTime() - Date.now()
    expect(Math.round(moved / 86_400_000)).toBe(2)
    expect(clockOf(readConfig({ TEST_CLOCK: '2026-11-20T12:00:00Z' }).clock)().toISOString()).toBe(
      '2026-11-20T12:00:00.000Z',
    )
  })
})
