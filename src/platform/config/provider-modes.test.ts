import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configMessage } from '#test/support/config-message.ts'
import { readConfig } from './config.ts'
import type { OptionalProvider, ProviderMode } from './provider-modes.ts'

const sms = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 't'.repeat(32),
  TWILIO_FROM: '+12025550100',
}
const email = {
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'a@example.com',
  MANAGER_INBOX: 'b@example.com',
}
const production = {
  ...sms,
  ...email,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres:///fairfile',
  PUBLIC_URL: 'https://app.example.com',
  SUPPORT_EMAIL: 'help@example.com',
}
const sandboxProduction = { ...production, SANDBOX: 'true', SANDBOX_KEY: 'k'.repeat(32) }

const own: Readonly<Record<OptionalProvider, Record<string, string>>> = {
  portal: {
    PORTAL_LINK_TEMPLATE: 'https://portal.example.com/{user}/{expires}/{signature}',
    PORTAL_SIGNING_KEY: 'k'.repeat(32),
  },
  'credit-data': { CREDIT_DATA_URL: 'https://bridge.example.com/', CREDIT_DATA_TOKEN: 't'.repeat(32) },
  tradelines: { TRADELINE_FEED_URL: 'https://lines.example.com/list.csv' },
  voice: { OPENAI_API_KEY: 'key' },
  mailing: { LOB_API_KEY: 'live_0', LOB_WEBHOOK_SECRET: 'the secret of Lob' },
}

/** Parsed provider settings. */
const settings = {
  portal: 'portal',
  'credit-data': 'creditData',
  tradelines: 'tradelineFeed',
  voice: 'language',
  mailing: 'lob',
} as const

const providers = ['portal', 'credit-data', 'tradelines', 'voice', 'mailing'] as const

describe.each(providers)('%s', provider => {
  const unset: ProviderMode = provider === 'voice' ? 'off' : 'sandbox'
  it.each<[string, Record<string, string>, ProviderMode]>([
    ['outside production', {}, unset],
    ['in production', production, 'off'],
    ['in production with SANDBOX=true', sandboxProduction, unset],
    ['outside production, turned off', { PROVIDERS_OFF: provider }, 'off'],
    ['in production with SANDBOX=true, turned off', { ...sandboxProduction, PROVIDERS_OFF: provider }, 'off'],
    ['outside production, set', own[provider], 'real'],
    ['in production, set', { ...production, ...own[provider] }, 'real'],
    [
      'in production, set and turned off',
      { ...production, ...own[provider], PROVIDERS_OFF: provider },
      'off',
    ],
  ])('%s', (_where, given, mode) => {
    const config = readConfig(given)
    expect(config.modes[provider]).toBe(mode)
    expect(config[settings[provider]] !== null).toBe(mode === 'real')
  })
})

describe('production', () => {
  it('starts with only a database, texts and email, without any sandbox', () => {
    const { modes, capabilities } = readConfig(production)
    expect([...new Set(Object.values(modes))]).toEqual(['off'])
    expect(Object.entries(capabilities).filter(([, offered]) => offered)).toEqual([['voice', true]])
  })

  it.each<[string, Record<string, string>]>([
    ['SMS (TWILIO_ACCOUNT_SID), email (SMTP_URL)', {}],
    ['email (SMTP_URL)', sms],
    ['SMS (TWILIO_ACCOUNT_SID)', email],
  ])('is refused in one line without %s', (named, given) => {
    expect(configMessage({ NODE_ENV: 'production', ...given })).toBe(
      `in production a real provider is needed for ${named}, or SANDBOX=true`,
    )
  })

  it('needs no sandbox key if everything else is off', () => {
    const off = { ...production, SANDBOX: 'true', PROVIDERS_OFF: 'portal, credit-data,tradelines,mailing' }
    expect(configMessage(off)).toBeNull()
    expect(configMessage({ ...off, PROVIDERS_OFF: 'portal' })).toMatch(/^SANDBOX_KEY: /)
  })
})

it('recording and reading of photos are offered only with a provider for them', () => {
  expect(readConfig({}).capabilities).toEqual({
    portal: true,
    pulls: true,
    tradelines: true,
    voice: true,
    recorder: false,
    mailing: true,
    pictureText: false,
  })
  expect(readConfig({ GOOGLE_VISION_API_KEY: 'key' }).capabilities.pictureText).toBe(true)
  expect(readConfig({ OPENAI_API_KEY: 'key' }).capabilities.recorder).toBe(true)
  const wordingOnly = { OPENAI_API_KEY: 'key', OPENAI_CHAT_MODEL: 'small', OPENAI_TRANSCRIBE_MODEL: 'off' }
  expect(readConfig(wordingOnly)).toMatchObject({
    modes: { voice: 'real' },
    capabilities: { recorder: false },
    language: { transcribeModel: null, chatModel: 'small' },
  })
})

it('an invalid provider setting is reported even if the provider is off', () => {
  expect(
    configMessage({ CREDIT_DATA_URL: 'https://bridge.example.com/', PROVIDERS_OFF: 'credit-data' }),
  ).toMatch(/^CREDIT_DATA_TOKEN: /)
})

it.each(['portal', 'tradelines', 'voice', 'mailing'] as const)(
  'an operator without the section %s has no provider for it',
  section => {
    const folder = mkdtempSync(join(tmpdir(), 'fairfile-modes-'))
    const household = {
      preset: 'household',
      name: 'The Brooks Household',
      postalAddress: ['2210 Mission Oak Drive', 'Pasadena, CA 91106'],
      support: { email: 'help@brooks.example' },
      features: { [section]: false },
    }
    writeFileSync(join(folder, 'operator.json'), JSON.stringify(household))
    const { modes, capabilities } = readConfig({ OPERATOR_DIR: folder, ...own[section] })
    rmSync(folder, { recursive: true })
    expect([modes[section], capabilities[section]]).toEqual(['off', false])
    expect(capabilities.recorder).toBe(false)
    expect(modes['credit-data']).toBe('sandbox')
  },
)
