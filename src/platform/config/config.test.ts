import { describe, expect, it } from 'vitest'
import { storeEverything } from '#providers/credit-data/port.ts'
import { configMessage } from '#test/support/config-message.ts'
import { createClock } from '../clock.ts'
import { createSigningKey } from '../crypto/signing-keys.ts'
import { readConfig } from './config.ts'

const secret = 'a-secret-of-thirty-two-characters'

describe('the environment', () => {
  it('may be empty', () => {
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
    ['DRAIN_SECONDS', '8'],
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
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Fairfile <no-reply@fairfile.test>'],
    ['MANAGER_INBOX', 'nobody'],
    ['PROVIDERS_OFF', 'sms'],
    ['PROVIDERS_OFF', 'portal,'],
    ['PORTAL_SIGNING_KEY', 'short'],
    ['CREDIT_DATA_URL', 'http://bridge.example.com/pull'],
    ['CREDIT_DATA_URL', 'https://user:secret@bridge.example.com/pull'],
    ['CREDIT_DATA_TOKEN', 'two words of thirty-two characters'],
    ['CREDIT_DATA_TOKEN', 'x'.repeat(31)],
    ['PRIVATE_HOSTS', 'https://bridge.internal'],
    ['PRIVATE_HOSTS', 'bridge.internal,'],
    ['CASE_FILE_KEY', 'short'],
    ['CASE_FILE_KEY', 'x'.repeat(44)],
    ['CASE_FILE_OLD_KEYS', 'MCowBQYDK2VwAyEA,'],
    ['LOB_API_KEY', 'a key'],
    ['MAIL_DAILY_CAP', '12'],
    ['API_SHARED_SECRET', 'short'],
    ['API_SHARED_SECRET', `${secret},`],
    ['API_SHARED_SECRET', `${secret}"`],
    ['API_SHARED_SECRET', [secret, secret, secret].join()],
    ['MARKETPLACE_TEXT', 'x'.repeat(41)],
    ['MARKETPLACE_URL', 'http://partner.example.com'],
    ['MARKETPLACE_URL', 'javascript:alert(1)'],
    ['MARKETPLACE_URL', 'https://user:secret@partner.example.com'],
    ['MARKETPLACE_URL', 'https://partner.example.com/?id={user}'],
    ['LOB_WEBHOOK_SECRET', [secret, secret, secret].join()],
    ['LOB_WEBHOOK_SECRET', `${secret},${secret.slice(0, 15)}`],
    ['LOB_WEBHOOK_SECRET', ' , '],
    ['LOB_BASE_URL', 'http://lob.example.com'],
    ['CREDIT_DATA_FORMAT', 'pdf'],
    ['TRADELINE_FEED_URL', 'http://lines.example.com/list.csv'],
    ['TRADELINE_FEED_TOKEN', 'two words'],
    ['PORTAL_LINK_TEMPLATE', 'http://portal.example.com/{user}/{expires}/{signature}'],
  ])('reports %s in one line when it is %s', (name, value) => {
    expect(configMessage({ [name]: value })).toMatch(new RegExp(`^${name}: [^\\n]+$`))
  })

  it('explains what a number must be', () => {
    expect(configMessage({ PORT: '70000' })).toBe('PORT: must be a whole number from 0 to 65535')
  })

  it('accepts an IPv6 host and uses it in the URL', () => {
    expect(readConfig({ HOST: '::1' }).publicUrl.href).toBe('http://[::1]:3000/')
  })

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  it('provides the page with a secret, and with a partner’s button if both of its parts are set', () => {
    expect(readConfig({})).toMatchObject({ partner: null, sharedSecrets: [] })
    const partner = {
      MARKETPLACE_TEXT: ' See offers ',
      MARKETPLACE_URL: 'https://partner.example.com/?ref=ff',
    }
    expect(readConfig({ ...partner, API_SHARED_SECRET: `${secret}, ${secret}2` })).toMatchObject({
      partner: { text: 'See offers', url: 'https://partner.example.com/?ref=ff' },
      sharedSecrets: [secret, `${secret}2`],
    })
  })

  it('uses the separate key for case files if one is set, and publishes earlier ones', () => {
    expect(readConfig({}).caseFiles).toEqual({ secret: null, old: [] })
    const [mine, earlier] = [Buffer.alloc(32, 1), createSigningKey(Buffer.alloc(32, 2))]
    const given = {
      CASE_FILE_KEY: mine.toString('base64'),
      CASE_FILE_OLD_KEYS: `${earlier.publicKey}, ${createSigningKey(Buffer.alloc(32, 3)).publicKey}`,
    }
    const { secret: found, old } = readConfig(given).caseFiles
    expect([found, old.length, old[0]?.id]).toEqual([mine, 2, earlier.id])
  })

  it('does not start in production with sandboxes unless allowed', () => {
    expect(configMessage({ NODE_ENV: 'production' })).toContain('SANDBOX=true')
    const sandbox = { NODE_ENV: 'production', SANDBOX: 'true', DATABASE_URL: 'postgres:///fairfile' }
    expect(configMessage(sandbox)).toMatch(/^SANDBOX_KEY: /)
    expect(readConfig({ ...sandbox, SANDBOX_KEY: 'k'.repeat(32) }).production).toBe(true)
  })

  it.each([
    [{ MARKETPLACE_TEXT: 'See offers' }, 'MARKETPLACE_URL'],
    [{ MARKETPLACE_URL: 'https://partner.example.com' }, 'MARKETPLACE_TEXT'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' }, 'MANAGER_INBOX'],
    [
      { PORTAL_LINK_TEMPLATE: 'https://portal.example.com/{user}/{expires}/{signature}' },
      'PORTAL_SIGNING_KEY',
    ],
    [{ CREDIT_DATA_URL: 'https://bridge.example.com/pull' }, 'CREDIT_DATA_TOKEN'],
    [{ CREDIT_DATA_TOKEN: secret }, 'CREDIT_DATA_URL'],
    [{ LOB_API_KEY: 'live_0' }, 'LOB_WEBHOOK_SECRET'],
    [{ LOB_WEBHOOK_SECRET: secret }, 'LOB_WEBHOOK_SECRET'],
    [{ S3_BUCKET: 'letters', S3_SECRET_ACCESS_KEY: 'b' }, 'S3_ACCESS_KEY_ID'],
    [{ S3_BUCKET: 'letters' }, 'S3_REGION'],
    [{ METRICS_TOKEN: secret }, 'METRICS_PORT'],
    [{ OPENAI_API_VERSION: '2024-10-21' }, 'OPENAI_API_KEY'],
    [{ OPENAI_API_KEY: 'key', OPENAI_API_VERSION: '2024-10-21' }, 'OPENAI_BASE_URL'],
    [{ S3_BUCKET: 'letters', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
    [{ S3_BUCKET: 'letters', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }, 'S3_REGION'],
    [{ S3_ENDPOINT: 'https://s3.example.com' }, 'S3_ENDPOINT'],
    [{ S3_ENDPOINT: 'http://s3.example.com', S3_BUCKET: 'letters' }, 'S3_ENDPOINT'],
    [{ CREDIT_DATA_FORMAT: 'mismo-3' }, 'CREDIT_DATA_URL'],
    [{ TRADELINE_FEED_TOKEN: 'token' }, 'TRADELINE_FEED_URL'],
  ])('requires what a provider needs besides its first variable: %o needs %s', (given, missing) => {
    expect(configMessage(given)).toMatch(new RegExp(`^${missing}: `))
  })

  it('stores files in the data folder or in a bucket', () => {
    expect(readConfig({}).s3).toBeNull()
    const bucket = { S3_BUCKET: 'letters', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
    expect(readConfig({ ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toEqual({
      bucket: 'letters',
      endpoint: new URL('http://127.0.0.1:9000'),
      region: 'us-east-1',
      keys: { accessKeyId: 'a', secretAccessKey: 'b' },
    })
    expect(readConfig({ S3_BUCKET: 'letters', S3_REGION: 'us-east-1' }).s3).toMatchObject({ keys: null })
  })

  it('accepts the names of hosts that may be private, as written in a URL', () => {
    expect(readConfig({}).privateHosts).toEqual([])
    expect(readConfig({ PRIVATE_HOSTS: 'Bridge.internal, s3.internal' }).privateHosts).toEqual([
      'bridge.internal',
      's3.internal',
    ])
  })

  it('accepts two secrets of the mail webhook during a rotation', () => {
    const lob = { LOB_API_KEY: 'test_0', LOB_WEBHOOK_SECRET: 'the old of the two, the new of the two' }
    expect(readConfig(lob).lob).toEqual({
      apiKey: 'test_0',
      webhookSecrets: ['the old of the two', 'the new of the two'],
      baseUrl: new URL('https://api.lob.com'),
    })
  })

  it('accepts a bridge to credit data over https, or on this machine', () => {
    const bridge = { CREDIT_DATA_URL: 'http://127.0.0.1:4100/pull', CREDIT_DATA_TOKEN: secret }
    expect(readConfig(bridge).creditData).toMatchObject({ token: secret, family: null })
    expect(readConfig({ ...bridge, CREDIT_DATA_FORMAT: 'truelink-json' }).creditData).toMatchObject({
      family: 'json',
    })
  })

  it('accepts a MISMO order service, and reports what is missing or belongs to another kind', () => {
    const mismo = {
      CREDIT_DATA_KIND: 'mismo-order',
      CREDIT_DATA_URL: 'https://mcl.example.com/inetapi/request_products.aspx',
      CREDIT_DATA_LOGIN: 'subscriber',
      CREDIT_DATA_PASSWORD: 'a password',
      CREDIT_DATA_INTERFACE: 'Fairfile0001',
    }
    const { CREDIT_DATA_INTERFACE: _none, ...without } = mismo
    expect(readConfig(mismo).creditData).toMatchObject({ kind: 'mismo-order', surrogatedLogin: null })
    expect(configMessage(without)).toMatch(/^CREDIT_DATA_INTERFACE: is needed[^\n]*$/)
    expect(configMessage({ ...mismo, CREDIT_DATA_LOGIN: 'a:b' })).toMatch(/^CREDIT_DATA_LOGIN: must[^\n]*$/)
    expect(configMessage({ ...mismo, CREDIT_DATA_TOKEN: secret })).toMatch(
      /^CREDIT_DATA_TOKEN: belongs[^\n]*$/,
    )
    expect(configMessage({ CREDIT_DATA_LOGIN: 'subscriber' })).toMatch(
      /^CREDIT_DATA_URL: is needed with CREDIT_DATA_LOGIN/,
    )
    expect(configMessage({ ...mismo, CREDIT_DATA_KIND: 'fax' })).toMatch(/^CREDIT_DATA_KIND: must be one of/)
  })

  it('accepts what may be stored of pulled reports, for all bureaus or per bureau', () => {
    const each = { TransUnion: 'nothing', Experian: 'facts', Equifax: 'document' }
    expect(readConfig({}).storagePolicy).toEqual(storeEverything)
    expect(readConfig({ CREDIT_DATA_KEEP: 'facts' }).storagePolicy.Equifax).toBe('facts')
    expect(
      readConfig({ CREDIT_DATA_KEEP: 'Equifax=document,TransUnion=nothing,Experian=facts' }).storagePolicy,
    ).toEqual(each)
    for (const wrong of ['none', 'nothing', 'Experian=facts', 'A=facts,Experian=facts,Equifax=facts'])
      expect(configMessage({ CREDIT_DATA_KEEP: wrong })).toMatch(/^CREDIT_DATA_KEEP: must [^\n]*$/)
  })

  it('refuses production without PostgreSQL in one line', () => {
    const production = { NODE_ENV: 'production', SANDBOX: 'true', SANDBOX_KEY: 'k'.repeat(32) }
    expect(configMessage(production)).toMatch(/^DATABASE_URL: is needed in production[^\n]*$/)
    expect(configMessage({ ...production, DATABASE_URL: 'postgres:///fairfile' })).toBeNull()
    expect(configMessage({})).toBeNull()
  })

  it('refuses metrics without a token in production if others in the network can read them', () => {
    const production = {
      NODE_ENV: 'production',
      SANDBOX: 'true',
      SANDBOX_KEY: 'k'.repeat(32),
      DATABASE_URL: 'postgres:///fairfile',
      METRICS_PORT: '9100',
    }
    const open = { ...production, METRICS_HOST: '0.0.0.0' }
    expect(configMessage(open)).toMatch(/^METRICS_TOKEN: [^\n]+$/)
    for (const allowed of [
      production,
      { ...production, METRICS_HOST: '::1' },
      { ...open, METRICS_TOKEN: 't'.repeat(32) },
      { ...open, METRICS_PORT: '' },
      { METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' },
    ])
      expect(configMessage(allowed)).toBeNull()
    expect(configMessage({ ...open, METRICS_TOKEN: 'short' })).toMatch(/^METRICS_TOKEN: /)
  })

  it('refuses a moved clock in production', () => {
    expect(configMessage({ NODE_ENV: 'production', SANDBOX: 'true', TEST_CLOCK: '+1d' })).toContain(
      'TEST_CLOCK',
    )
  })

  it('accepts any OpenAI-compatible service for speech and rewording, and rewords only if a model is set', () => {
    expect(readConfig({}).language).toBeNull()
    expect(readConfig({ OPENAI_API_KEY: 'key' }).language).toMatchObject({
      baseUrl: new URL('https://api.openai.com/v1'),
      transcribeModel: 'whisper-1',
      chatModel: null,
    })
    expect(configMessage({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://speech.example/v1' })).toContain(
      'OPENAI_BASE_URL',
    )
  })
})

describe('the clock', () => {
  it('can be moved and stopped', () => {
    const moved = createClock(readConfig({ TEST_CLOCK: '+2d' }).clock, Date.now)().getTime() - Date.now()
    expect(Math.round(moved / 86_400_000)).toBe(2)
    expect(
      createClock(readConfig({ TEST_CLOCK: '2026-11-20T12:00:00Z' }).clock, Date.now)().toISOString(),
    ).toBe('2026-11-20T12:00:00.000Z')
  })
})
