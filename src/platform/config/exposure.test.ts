import { describe, expect, it } from 'vitest'
import { configMessage } from '#test/support/config-message.ts'
import { readConfig } from './config.ts'

const texts = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 't'.repeat(32),
  TWILIO_FROM: '+12025550100',
}
const production = {
  ...texts,
  NODE_ENV: 'production',
  SANDBOX: 'true',
  SANDBOX_KEY: 'k'.repeat(32),
  PUBLIC_URL: 'https://app.example.com',
  SUPPORT_EMAIL: 'help@example.com',
  DATABASE_URL: 'postgres:///fairfile',
}

describe('outside production', () => {
  it.each<[string, Record<string, string>]>([
    ['TWILIO_ACCOUNT_SID', texts],
    ['LOB_API_KEY', { LOB_API_KEY: 'live_0', LOB_WEBHOOK_SECRET: 'the secret of Lob' }],
    [
      'SMTP_URL',
      { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'a@example.com', MANAGER_INBOX: 'b@example.com' },
    ],
    [
      'PORTAL_LINK_TEMPLATE',
      {
        PORTAL_LINK_TEMPLATE: 'https://portal.example.com/{user}/{expires}/{signature}',
        PORTAL_SIGNING_KEY: 'k'.repeat(32),
      },
    ],
    [
      'CREDIT_DATA_URL',
      { CREDIT_DATA_URL: 'https://bridge.example.com/', CREDIT_DATA_TOKEN: 't'.repeat(32) },
    ],
  ])(
    'a provider that reaches people is refused together with a public password that others can use: %s',
    (name, given) => {
      const refused = new RegExp(`^${name}: [^\\n]*NODE_ENV=production, [^\\n]* DEMO_OPEN=true`)
      expect(configMessage({ ...given, HOST: '0.0.0.0' })).toMatch(refused)
      expect(configMessage({ ...given, PUBLIC_URL: 'https://try.example.com' })).toMatch(refused)
      expect(configMessage({ ...given, TRUST_PROXY: '1' })).toMatch(refused)
      expect(configMessage({ ...given, HOST: '0.0.0.0', DEMO_OPEN: 'true' })).toBeNull()
      for (const HOST of ['127.0.0.1', '::1', 'localhost'])
        expect(configMessage({ ...given, HOST })).toBeNull()
    },
  )

  it.each<[string, Record<string, string>]>([
    ['nothing is real', { HOST: '0.0.0.0', PUBLIC_URL: 'http://demo.example.com' }],
    ['a provider is on this machine', { ...texts, TWILIO_BASE_URL: 'http://127.0.0.1:4100' }],
    ['only recordings leave', { OPENAI_API_KEY: 'key' }],
  ])('the demo is open while %s', (_while, given) => {
    expect(readConfig(given)).toMatchObject({ production: false, staffNeedsApp: false })
  })

  it('staff need an authenticator app as soon as a provider reaches people', () => {
    expect(readConfig(texts).staffNeedsApp).toBe(true)
  })
})

describe('in production', () => {
  it.each([
    ['http://app.example.com', false],
    ['http://10.0.0.7:3000', false],
    ['https://app.example.com', true],
    ['http://127.0.0.1:3000', true],
    ['http://localhost', true],
  ])('people must connect over https, or on this machine: %s', (url, good) => {
    const message = configMessage({ ...production, PUBLIC_URL: url })
    expect(message).toBe(
      good
        ? null
        : `PUBLIC_URL: must be the https address that people use in production, and is ${new URL(url).origin}`,
    )
  })

  it('a wildcard listening address is not a public URL', () => {
    expect(configMessage({ ...production, PUBLIC_URL: '', HOST: '0.0.0.0' })).toMatch(/^PUBLIC_URL: /)
  })

  it.each([
    ['postgres://app@db.example.com/fairfile', false],
    ['postgres://app@db.example.com/fairfile?sslmode=require', false],
    ['postgres://app@db.example.com/fairfile?sslmode=verify-full&uselibpqcompat=true', false],
    ['postgres://app@127.0.0.1/fairfile?host=db.example.com', false],
    ['postgres://app@db.example.com/fairfile?sslmode=verify-full', true],
    ['postgresql://app@localhost:5432/fairfile', true],
    ['postgres://app@[::1]/fairfile', true],
    ['postgres:///fairfile', true],
    ['postgres:///fairfile?host=/var/run/postgresql', true],
    ['postgres://app@%2Fvar%2Frun%2Fpostgresql/fairfile', true],
  ])('the database must be reached over TLS, or on this machine: %s', (DATABASE_URL, good) => {
    const message = configMessage({ ...production, DATABASE_URL })
    if (good) expect(message).toBeNull()
    else expect(message).toMatch(/^DATABASE_URL: .*sslmode=verify-full.*DATABASE_TLS=off/)
    expect(configMessage({ ...production, DATABASE_URL, DATABASE_TLS: 'off' })).toBeNull()
  })

  it('the support address must exist', () => {
    expect(configMessage({ ...production, SUPPORT_EMAIL: '' })).toMatch(/^SUPPORT_EMAIL: is needed/)
    expect(configMessage({ ...production, SUPPORT_EMAIL: 'support@fairfile.test' })).toMatch(
      /^SUPPORT_EMAIL: /,
    )
  })

  it('an all-sandbox server has nothing to protect', () => {
    const sandbox = { NODE_ENV: 'production', SANDBOX: 'true', SANDBOX_KEY: 'k'.repeat(32) }
    const given = { ...sandbox, DATABASE_URL: 'postgres://app@db/fairfile' }
    expect(configMessage({ ...given, HOST: '0.0.0.0' })).toBeNull()
  })
})
