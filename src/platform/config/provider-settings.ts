import { z } from 'zod'
import { type IdentityCheckWay, identityCheckWays } from '#providers/identity-check/port.ts'
import { isConfidential } from '#providers/public-address.ts'
import { knownPushHosts } from '#providers/push/port.ts'
import type { VapidSettings } from '#providers/push/web-push.ts'
import type { TwilioSender } from '#providers/sms/twilio.ts'
import type { S3Settings } from '#providers/storage/port.ts'

/** Shapes that several variables share. */

/** A URL whose traffic is confidential. */
export const ConfidentialUrl = z
  .string()
  .refine(
    url => URL.canParse(url) && isConfidential(new URL(url)),
    'must be an https address, or http on this machine, without a user or password in it',
  )

/** A key or a name that is put into a header unchanged. */
export const VisibleText = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')

/**
 * Email, the monitoring portal and tradelines. A provider is real when its first variable is
 * set; the others it needs must then be set too.
 */

/** A bare address: the sender has no display name. */
const Address = z.email('must be an email address')

/** The placeholders of a portal link, each exactly once. */
const PLACES = ['{user}', '{expires}', '{signature}']

const timesIn = (text: string, place: string) => text.split(place).length - 1

const LinkTemplate = z
  .string()
  .refine(
    template => URL.canParse(template) && new URL(template).protocol === 'https:',
    'must be an https address',
  )
  .refine(
    template => PLACES.every(place => timesIn(template, place) === 1),
    `must have each of ${PLACES.join(', ')} once`,
  )
  .refine(
    template => !/[{}]/.test(PLACES.reduce((rest, place) => rest.replace(place, ''), template)),
    `must have no other place than ${PLACES.join(', ')}`,
  )
  .refine(template => /^https:\/\/[^/?#{}@]+[/?]/.test(template), 'must have its places after the host')

export const providerVariables = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .refine(url => URL.canParse(url) && new URL(url).hostname !== '', 'must name a host')
    .optional(),
  MAIL_FROM: Address.optional(),
  MANAGER_INBOX: Address.optional(),
  PORTAL_LINK_TEMPLATE: LinkTemplate.optional(),
  PORTAL_SIGNING_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  TRADELINE_FEED_URL: ConfidentialUrl.optional(),
  TRADELINE_FEED_TOKEN: VisibleText.optional(),
}

type ProviderVariables = Partial<z.output<z.ZodObject<typeof providerVariables>>>

export type ProviderSettings = {
  smtp: { url: string; from: string } | null
  /** The email address for tradeline requests. */
  managerInbox: string
  portal: { template: string; signingKey: string } | null
  tradelineFeed: { url: URL; token: string | null } | null
}

/** The settings, or the name of the first variable that is missing. */
export const parseProviderSettings = (given: ProviderVariables): ProviderSettings | { missing: string } => {
  const { SMTP_URL, MAIL_FROM, MANAGER_INBOX, PORTAL_LINK_TEMPLATE, PORTAL_SIGNING_KEY } = given
  const { TRADELINE_FEED_URL, TRADELINE_FEED_TOKEN } = given
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) return { missing: 'MAIL_FROM' }
  if (SMTP_URL !== undefined && MANAGER_INBOX === undefined) return { missing: 'MANAGER_INBOX' }
  if (PORTAL_LINK_TEMPLATE !== undefined && PORTAL_SIGNING_KEY === undefined)
    return { missing: 'PORTAL_SIGNING_KEY' }
  if (TRADELINE_FEED_URL === undefined && TRADELINE_FEED_TOKEN !== undefined)
    return { missing: 'TRADELINE_FEED_URL' }
  return {
    smtp: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : null,
    managerInbox: MANAGER_INBOX ?? 'manager@fairfile.test',
    portal:
      PORTAL_LINK_TEMPLATE && PORTAL_SIGNING_KEY
        ? { template: PORTAL_LINK_TEMPLATE, signingKey: PORTAL_SIGNING_KEY }
        : null,
    tradelineFeed: TRADELINE_FEED_URL
      ? { url: new URL(TRADELINE_FEED_URL), token: TRADELINE_FEED_TOKEN ?? null }
      : null,
  }
}

/** Twilio, with Verify or Messages. Real when TWILIO_ACCOUNT_SID is set. */

const Sid = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`), `must be ${prefix} and 32 hexadecimal digits`)

export const twilioVariables = {
  TWILIO_ACCOUNT_SID: Sid('AC').optional(),
  // Real ones have 32 hexadecimal digits.
  TWILIO_AUTH_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  TWILIO_VERIFY_SERVICE_SID: Sid('VA').optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{7,14}|\d{5,6})$/, 'must be a number like +12025550100, or a short code')
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: Sid('MG').optional(),
  TWILIO_API_KEY_SID: Sid('SK').optional(),
  TWILIO_API_KEY_SECRET: VisibleText.min(32, 'must have at least 32 characters').optional(),
  TWILIO_BASE_URL: ConfidentialUrl.default('https://api.twilio.com'),
  TWILIO_VERIFY_BASE_URL: ConfidentialUrl.default('https://verify.twilio.com'),
}

type TwilioVariables = z.output<z.ZodObject<typeof twilioVariables>>

/** `apiKey`: null if calls use the auth token, which also verifies the signatures of webhooks. */
export type TwilioSettings = {
  accountSid: string
  authToken: string
  apiKey: { sid: string; secret: string } | null
  baseUrl: URL
} & ({ way: 'verify'; serviceSid: string } | { way: 'messages'; sender: TwilioSender })

const twilioNames = [
  'TWILIO_AUTH_TOKEN',
  'TWILIO_VERIFY_SERVICE_SID',
  'TWILIO_FROM',
  'TWILIO_MESSAGING_SERVICE_SID',
  'TWILIO_API_KEY_SID',
  'TWILIO_API_KEY_SECRET',
] as const

/** The settings, null when none are given, or the problem in one line. */
export const parseTwilioSettings = (given: TwilioVariables): TwilioSettings | null | { problem: string } => {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = given
  const { TWILIO_VERIFY_SERVICE_SID: serviceSid, TWILIO_FROM: from } = given
  const { TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = given
  const { TWILIO_API_KEY_SID: sid, TWILIO_API_KEY_SECRET: secret } = given
  if (accountSid === undefined) {
    const without = twilioNames.find(name => given[name] !== undefined)
    return without ? { problem: `${without}: is set without TWILIO_ACCOUNT_SID` } : null
  }
  if (authToken === undefined)
    return {
      problem: 'TWILIO_AUTH_TOKEN: is needed with TWILIO_ACCOUNT_SID; Twilio signs its webhooks with it',
    }
  if (sid !== undefined && secret === undefined)
    return { problem: 'TWILIO_API_KEY_SECRET: is needed with TWILIO_API_KEY_SID' }
  if (sid === undefined && secret !== undefined)
    return { problem: 'TWILIO_API_KEY_SID: is needed with TWILIO_API_KEY_SECRET' }
  if ([serviceSid, from, messagingServiceSid].filter(one => one !== undefined).length !== 1)
    return {
      problem:
        'TWILIO_VERIFY_SERVICE_SID, TWILIO_FROM, TWILIO_MESSAGING_SERVICE_SID: set one of the three, for Verify, a number or a messaging service',
    }
  const apiKey = sid !== undefined && secret !== undefined ? { sid, secret } : null
  const account = { accountSid, authToken, apiKey }
  if (serviceSid !== undefined)
    return { ...account, way: 'verify', serviceSid, baseUrl: new URL(given.TWILIO_VERIFY_BASE_URL) }
  const sender = from === undefined ? { messagingServiceSid: messagingServiceSid ?? '' } : { from }
  return { ...account, way: 'messages', sender, baseUrl: new URL(given.TWILIO_BASE_URL) }
}

/** There are two while the secret is being rotated. */
const MAX_SECRETS = 2

const splitSecrets = (text: string): string[] =>
  text
    .split(',')
    .map(secret => secret.trim())
    .filter(secret => secret !== '')

const rotatingSecret = (shortest: number) =>
  z
    .string()
    .refine(text => {
      const { length } = splitSecrets(text)
      return length > 0 && length <= MAX_SECRETS
    }, 'must be one secret, or two with a comma between')
    .refine(
      text => splitSecrets(text).every(({ length }) => length >= shortest),
      `must have at least ${shortest} characters`,
    )
    .optional()

/** How users may confirm their identity; without any, no report is pulled. */

const isWay = (name: string): name is IdentityCheckWay => identityCheckWays.some(way => way === name)

export const identityVariables = {
  IDENTITY_CHECKS: z
    .string()
    .transform(text => text.split(',').map(name => name.trim()))
    .refine(
      names => names.every(isWay) && new Set(names).size === names.length,
      `must be some of ${identityCheckWays.join(', ')}, each once, with a comma between`,
    )
    .transform(names => names.filter(isWay))
    .optional(),
  IDENTITY_FOUR_EYES: z.enum(['true', 'false'], 'must be true or false').default('false'),
  IDENTITY_TRUST_FILES: z.enum(['true', 'false'], 'must be true or false').optional(),
  /** Secrets of the partner that reports who was verified; two, separated by a comma, during a rotation. */
  IDENTITY_CALLBACK_SECRETS: rotatingSecret(32),
  TWILIO_LOOKUP_BASE_URL: ConfidentialUrl.default('https://lookups.twilio.com'),
}

type IdentityVariables = z.output<z.ZodObject<typeof identityVariables>>

/**
 * `checks`: the methods in use; `lookupUrl`: null if the sandbox compares details. A sandbox confirms everyone, so in
 * production it is never combined with a real source of credit reports.
 */
export const parseIdentitySettings = (
  given: IdentityVariables,
  around: { production: boolean; sandbox: boolean; hasTwilio: boolean; pullsReports: boolean },
):
  | {
      identityChecks: readonly IdentityCheckWay[]
      identityCallbackSecrets: readonly string[]
      lookupUrl: URL | null
    }
  | { problem: string } => {
  const { IDENTITY_CHECKS: named, IDENTITY_CALLBACK_SECRETS: secrets, TWILIO_LOOKUP_BASE_URL: url } = given
  const { production, sandbox, hasTwilio, pullsReports } = around
  const bySandbox = !production || sandbox
  const identityChecks =
    named ?? (bySandbox ? (['lookup', 'mailed-code', 'documents', 'portal'] as const) : [])
  // Outside production a lookup, which costs money, is used only if it is configured explicitly.
  const isReal = hasTwilio && named !== undefined && identityChecks.includes('lookup')
  if (production && pullsReports && identityChecks.includes('lookup') && !isReal)
    return {
      problem:
        'IDENTITY_CHECKS: lookup needs TWILIO_ACCOUNT_SID and to be named where credit reports are real, since the sandbox confirms everybody',
    }
  if (secrets !== undefined && !identityChecks.includes('portal'))
    return { problem: 'IDENTITY_CALLBACK_SECRETS: is set, but IDENTITY_CHECKS has no portal' }
  if (!bySandbox && secrets === undefined && identityChecks.includes('portal'))
    return { problem: 'IDENTITY_CALLBACK_SECRETS: is needed with portal in IDENTITY_CHECKS' }
  return {
    identityChecks,
    identityCallbackSecrets: secrets === undefined ? [] : splitSecrets(secrets),
    lookupUrl: isReal ? new URL(url) : null,
  }
}

/** Lob, which prints and mails. Real when LOB_API_KEY is set. */

/** Lob generates the secret; a shorter one was truncated when copied, or made up. */
const SHORTEST_SECRET = 16
export const lobVariables = {
  LOB_API_KEY: z
    .string()
    .regex(/^(live|test)_[A-Za-z0-9_]+$/, 'must begin with live_ or test_')
    .optional(),
  LOB_WEBHOOK_SECRET: rotatingSecret(SHORTEST_SECRET),
  LOB_BASE_URL: ConfidentialUrl.default('https://api.lob.com'),
}

type LobVariables = z.output<z.ZodObject<typeof lobVariables>>

export type LobSettings = { apiKey: string; webhookSecrets: readonly string[]; baseUrl: URL }

/** The settings, null when none are given, or the problem in one line. */
export const parseLobSettings = (given: LobVariables): LobSettings | null | { problem: string } => {
  const { LOB_API_KEY: apiKey, LOB_WEBHOOK_SECRET: secrets, LOB_BASE_URL: baseUrl } = given
  if (apiKey === undefined)
    return secrets === undefined ? null : { problem: 'LOB_WEBHOOK_SECRET: is set without LOB_API_KEY' }
  // Deadlines count from deliveries, which only webhooks report.
  if (secrets === undefined) return { problem: 'LOB_WEBHOOK_SECRET: is needed with LOB_API_KEY' }
  return { apiKey, webhookSecrets: splitSecrets(secrets), baseUrl: new URL(baseUrl) }
}

/** Speech and rewording, with any service that has the OpenAI API. Real when OPENAI_API_KEY is set. */

const Model = z.string().regex(/^[\w./:-]{1,100}$/, 'must be the name of a model')

const OPENAI_URL = 'https://api.openai.com/v1'

export const languageVariables = {
  OPENAI_API_KEY: VisibleText.optional(),
  OPENAI_BASE_URL: ConfidentialUrl.default(OPENAI_URL),
  OPENAI_TRANSCRIBE_MODEL: Model.default('whisper-1'),
  OPENAI_CHAT_MODEL: Model.optional(),
  OPENAI_API_VERSION: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(-preview)?$/, 'must be a version like 2024-10-21')
    .optional(),
}

type LanguageVariables = z.output<z.ZodObject<typeof languageVariables>>

/**
 * `transcribeModel`: null if recordings are not transcribed; `chatModel`: null if answers are not reworded;
 * `apiVersion`: for Azure, whose models are deployments, else null.
 */
type LanguageSettings = {
  apiKey: string
  baseUrl: URL
  transcribeModel: string | null
  chatModel: string | null
  apiVersion: string | null
}

/** The settings, null when no key is given, or the problem in one line. */
export const parseLanguageSettings = (
  given: LanguageVariables,
): LanguageSettings | null | { problem: string } => {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_API_VERSION: apiVersion = null } = given
  if (apiKey === undefined)
    return apiVersion === null ? null : { problem: 'OPENAI_API_KEY: is needed with OPENAI_API_VERSION' }
  if (apiVersion !== null && baseUrl === OPENAI_URL)
    return {
      problem: 'OPENAI_BASE_URL: is needed with OPENAI_API_VERSION, like https://name.openai.azure.com',
    }
  return {
    apiKey,
    baseUrl: new URL(baseUrl),
    transcribeModel: given.OPENAI_TRANSCRIBE_MODEL === 'off' ? null : given.OPENAI_TRANSCRIBE_MODEL,
    chatModel: given.OPENAI_CHAT_MODEL ?? null,
    apiVersion,
  }
}

/** Reading photographed answer letters. Used when GOOGLE_VISION_API_KEY is set. */

export const visionVariables = {
  GOOGLE_VISION_API_KEY: VisibleText.optional(),
  GOOGLE_VISION_BASE_URL: ConfidentialUrl.default('https://vision.googleapis.com'),
}

type VisionVariables = z.output<z.ZodObject<typeof visionVariables>>

/** The settings, null when no key is given. */
export const parseVisionSettings = (given: VisionVariables): { apiKey: string; baseUrl: URL } | null => {
  const { GOOGLE_VISION_API_KEY: apiKey, GOOGLE_VISION_BASE_URL: baseUrl } = given
  return apiKey === undefined ? null : { apiKey, baseUrl: new URL(baseUrl) }
}

/** S3-compatible storage. Used when S3_BUCKET is set; otherwise files are in the data folder. */

export const storageVariables = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: ConfidentialUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region like us-east-1')
    .optional(),
  S3_ACCESS_KEY_ID: VisibleText.optional(),
  S3_SECRET_ACCESS_KEY: VisibleText.optional(),
}

type StorageVariables = { [Name in keyof typeof storageVariables]?: string | undefined }

/** The settings, null when none are given, or the problem in one line. */
export const parseStorageSettings = (given: StorageVariables): S3Settings | null | { problem: string } => {
  const { S3_BUCKET: bucket, S3_ENDPOINT, S3_REGION, ...keys } = given
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = keys
  if (bucket === undefined) {
    const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
    const without = names.find(name => given[name] !== undefined)
    return without ? { problem: `${without}: is set without S3_BUCKET` } : null
  }
  if (accessKeyId === undefined && secretAccessKey !== undefined)
    return { problem: 'S3_ACCESS_KEY_ID: is needed with S3_SECRET_ACCESS_KEY' }
  if (accessKeyId !== undefined && secretAccessKey === undefined)
    return { problem: 'S3_SECRET_ACCESS_KEY: is needed with S3_ACCESS_KEY_ID' }
  if (S3_ENDPOINT === undefined && S3_REGION === undefined)
    return { problem: 'S3_REGION: is needed with S3_BUCKET, unless there is an S3_ENDPOINT' }
  return {
    bucket,
    endpoint: S3_ENDPOINT === undefined ? null : new URL(S3_ENDPOINT),
    region: S3_REGION ?? 'us-east-1',
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  }
}

/** Notices to browsers with web push. Real when VAPID_PUBLIC_KEY is set; it has no sandbox. */

export const pushVariables = {
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a key as web-push generate-vapid-keys prints it')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a key as web-push generate-vapid-keys prints it')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'must be mailto: and an email address, or an https address',
    )
    .optional(),
  PUSH_HOSTS: z
    .string()
    .transform(text => text.split(',').map(name => name.trim().toLowerCase()))
    .refine(
      names => names.every(name => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(name)),
      'must be host names with a comma between; *. before one stands for any name below it',
    )
    .default([...knownPushHosts]),
}

type PushVariables = z.output<z.ZodObject<typeof pushVariables>>

/** The settings, null when no key is given, or the name of the first variable that is missing. */
export const parsePushSettings = (given: PushVariables): VapidSettings | null | { missing: string } => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = given
  if (publicKey === undefined)
    return privateKey === undefined && subject === undefined ? null : { missing: 'VAPID_PUBLIC_KEY' }
  if (privateKey === undefined) return { missing: 'VAPID_PRIVATE_KEY' }
  if (subject === undefined) return { missing: 'VAPID_SUBJECT' }
  return { publicKey, privateKey, subject, hosts: given.PUSH_HOSTS }
}
