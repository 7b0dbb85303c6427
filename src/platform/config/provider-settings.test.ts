import { describe, expect, it } from 'vitest'
import { configMessage } from '#test/support/config-message.ts'
import { readConfig } from './config.ts'

const sid = (prefix: string) => `${prefix}${'0a'.repeat(16)}`
const authToken = '0a'.repeat(16)
const account = { TWILIO_ACCOUNT_SID: sid('AC'), TWILIO_AUTH_TOKEN: authToken }
const [service, from] = [{ TWILIO_VERIFY_SERVICE_SID: sid('VA') }, { TWILIO_FROM: '+12025550100' }]

const messagingService = { TWILIO_MESSAGING_SERVICE_SID: sid('MG') }
const key = { TWILIO_API_KEY_SID: sid('SK'), TWILIO_API_KEY_SECRET: authToken }

describe('Twilio', () => {
  it('is optional', () => {
    expect(readConfig({})).toMatchObject({ twilio: null, smsDailyCap: 2_000 })
  })

  it('sends codes with Verify, or texts with Messages', () => {
    expect(readConfig({ ...account, ...service }).twilio).toEqual({
      accountSid: sid('AC'),
      authToken,
      apiKey: null,
      way: 'verify',
      serviceSid: sid('VA'),
      baseUrl: new URL('https://verify.twilio.com'),
    })
    const egress = { TWILIO_BASE_URL: 'https://egress.example/twilio' }
    expect(readConfig({ ...account, ...from, ...egress }).twilio).toEqual({
      accountSid: sid('AC'),
      authToken,
      apiKey: null,
      way: 'messages',
      sender: { from: '+12025550100' },
      baseUrl: new URL('https://egress.example/twilio'),
    })
    expect(readConfig({ ...account, ...messagingService, ...key }).twilio).toMatchObject({
      sender: { messagingServiceSid: sid('MG') },
      apiKey: { sid: sid('SK'), secret: authToken },
    })
  })

  it.each<[string, Record<string, string>]>([
    ['TWILIO_AUTH_TOKEN', { TWILIO_ACCOUNT_SID: sid('AC'), ...from }],
    ['TWILIO_VERIFY_SERVICE_SID', account],
    ['TWILIO_VERIFY_SERVICE_SID', { ...account, ...service, ...from }],
    ['TWILIO_VERIFY_SERVICE_SID', { ...account, ...messagingService, ...from }],
    ['TWILIO_API_KEY_SECRET', { ...account, ...from, TWILIO_API_KEY_SID: sid('SK') }],
    ['TWILIO_API_KEY_SID', { ...account, ...from, TWILIO_API_KEY_SECRET: authToken }],
    ['TWILIO_API_KEY_SID', { ...account, ...from, ...key, TWILIO_API_KEY_SID: sid('AC') }],
    ['TWILIO_AUTH_TOKEN', { TWILIO_ACCOUNT_SID: sid('AC'), ...from, ...key }],
    ['TWILIO_MESSAGING_SERVICE_SID', messagingService],
    ['TWILIO_ACCOUNT_SID', { ...account, ...from, TWILIO_ACCOUNT_SID: 'AC123' }],
    ['TWILIO_VERIFY_SERVICE_SID', { ...account, TWILIO_VERIFY_SERVICE_SID: sid('AC') }],
    ['TWILIO_FROM', { ...account, TWILIO_FROM: '(202) 555-0100' }],
    ['TWILIO_BASE_URL', { ...account, ...from, TWILIO_BASE_URL: 'http://api.example' }],
    ['TWILIO_VERIFY_BASE_URL', { ...account, ...service, TWILIO_VERIFY_BASE_URL: 'verify.twilio.com' }],
    ['SMS_DAILY_CAP', { SMS_DAILY_CAP: 'many' }],
    ['TWILIO_AUTH_TOKEN', { TWILIO_AUTH_TOKEN: authToken }],
    ['TWILIO_AUTH_TOKEN', { ...account, ...from, TWILIO_AUTH_TOKEN: authToken.slice(1) }],
    ['TWILIO_VERIFY_SERVICE_SID', service],
    ['TWILIO_FROM', from],
  ])('%s is reported in one line when it does not match: %o', (name, environment) => {
    expect(configMessage(environment)).toMatch(new RegExp(`^${name}\\b[^\\n]+$`))
  })

  it('replaces the sandbox in production', () => {
    expect(configMessage({ NODE_ENV: 'production' })).toContain('SMS')
    expect(configMessage({ NODE_ENV: 'production', ...account, ...from })).not.toContain('SMS')
  })
})

describe('a mailed code', () => {
  const production = {
    NODE_ENV: 'production',
    SANDBOX: 'true',
    SANDBOX_KEY: 'k'.repeat(32),
    DATABASE_URL: 'postgres:///fairfile',
  }

  it('is refused in one line without letters or without a return address', () => {
    const codes = { ...production, IDENTITY_CHECKS: 'mailed-code' }
    expect(configMessage({ ...codes, PROVIDERS_OFF: 'mailing' })).toMatch(/^IDENTITY_CHECKS: [^\n]*letters/)
    const lob = {
      LOB_API_KEY: 'live_0',
      LOB_WEBHOOK_SECRET: 'the secret of Lob',
      LOB_BASE_URL: 'http://127.0.0.1:4100',
    }
    expect(configMessage({ ...codes, ...lob })).toMatch(/^IDENTITY_CHECKS: [^\n]*address/)
    expect(configMessage(codes)).toBeNull()
  })

  it('counts with an imported file in production only if the operator allows it', () => {
    const real = { ...production, SANDBOX: 'true' }
    expect(readConfig({}).identityTrustsFiles).toBe(true)
    expect(readConfig({ ...real, IDENTITY_TRUST_FILES: 'false' }).identityTrustsFiles).toBe(false)
    expect(configMessage({ IDENTITY_TRUST_FILES: 'perhaps' })).toMatch(/^IDENTITY_TRUST_FILES: /)
    expect(configMessage({ IDENTITY_FOUR_EYES: 'perhaps' })).toMatch(/^IDENTITY_FOUR_EYES: /)
  })
})
