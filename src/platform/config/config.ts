import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '#providers/public-address.ts'
import { parseTelemetrySettings, telemetryVariables } from '../telemetry/settings.ts'
import { caseFileVariables, parseCaseFileSettings } from './case-file-settings.ts'
import { creditDataVariables, parseCreditDataSettings } from './credit-data-settings.ts'
import { findExposure, listExternalProviders } from './exposure.ts'
import { findPlaceholder, readOperatorSettings } from './operator-settings.ts'
import { pageVariables, parsePageSettings } from './page-settings.ts'
import { chooseProviderModes, deriveCapabilities, modeVariables } from './provider-modes.ts'
import {
  identityVariables,
  languageVariables,
  lobVariables,
  parseIdentitySettings,
  parseLanguageSettings,
  parseLobSettings,
  parseProviderSettings,
  parsePushSettings,
  parseStorageSettings,
  parseTwilioSettings,
  parseVisionSettings,
  providerVariables,
  pushVariables,
  storageVariables,
  twilioVariables,
  VisibleText,
  visionVariables,
} from './provider-settings.ts'

/**
 * Reads and validates the environment once; nothing else reads `process.env`. An invalid value results in one line
 * and exit code 78 (`app/process.ts`).
 */

const Flag = z
  .enum(['true', 'false', 'yes', 'no', '1', '0'])
  .transform(word => ['true', 'yes', '1'].includes(word))
const WholeNumber = (least: number, most: number) => {
  const words = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,6}$/, words)
    .transform(Number)
    .pipe(z.number().min(least, words).max(most, words))
}
const Port = WholeNumber(0, 65_535)

/** A host as part of a URL; IPv6 is put in brackets. */
const formatUrlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)

const isHost = (text: string) => URL.canParse(`http://${formatUrlHost(text)}`) && !/[\s/?#@\\[\]]/.test(text)

/** Comma-separated host names, in the form of `URL.hostname`. */
const HostNames = z
  .string()
  .transform(text => text.split(',').map(name => name.trim().toLowerCase()))
  .refine(names => names.every(isHost), 'must be host names with a comma between')

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

const DAY = 86_400_000

/** `+90m`, `-2d`, `+3600s`: an offset in milliseconds; or an instant at which time is frozen. */
const TestClock = z.string().transform((text, context): { offset: number } | { fixed: number } => {
  const offset = /^([+-]\d+)([smhd])$/.exec(text)
  if (offset) {
    const unit = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY }[offset[2] ?? 's'] ?? 1_000
    const moved = Number(offset[1]) * unit
    if (Math.abs(moved) > 100 * 365 * DAY) context.addIssue('must stay within a hundred years')
    return { offset: moved }
  }
  const fixed = Date.parse(text)
  if (Number.isNaN(fixed))
    context.addIssue('must be an offset like +2d or an instant like 2026-11-20T12:00:00Z')
  return { fixed }
})

/** In the reserved domain .test, so nothing is ever delivered. */
const DEFAULT_SUPPORT_EMAIL = 'support@fairfile.test'

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  PORT: Port.prefault('3000'),
  HOST: z.string().refine(isHost, 'must be a host name or an IP address').default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_TLS: z.enum(['on', 'off']).default('on'),
  METRICS_PORT: Port.optional(),
  METRICS_HOST: z.string().refine(isHost, 'must be a host name or an IP address').default('127.0.0.1'),
  METRICS_TOKEN: VisibleText.min(32, 'must have at least 32 characters').optional(),
  DRAIN_SECONDS: WholeNumber(0, 7).optional(),
  TRUST_PROXY: WholeNumber(0, 10).prefault('0'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OPERATOR_DIR: z.string().min(1).optional(),
  SUPPORT_EMAIL: z.email().optional(),
  SUPPORT_PHONE: z.string().min(1).optional(),
  BUSINESS_TZ: z
    .string()
    .refine(isTimeZone, 'must be a time zone like America/New_York')
    .default('America/New_York'),
  TEST_CLOCK: TestClock.optional(),
  KEYRING_FILE: z.string().min(1).optional(),
  ...providerVariables,
  ...twilioVariables,
  ...identityVariables,
  ...lobVariables,
  ...storageVariables,
  ...languageVariables,
  ...visionVariables,
  ...pushVariables,
  ...telemetryVariables,
  ...pageVariables,
  ...creditDataVariables,
  ...caseFileVariables,
  ...modeVariables,
  PRIVATE_HOSTS: HostNames.default([]),
  MAIL_DAILY_CAP: z
    .string()
    .regex(/^\d{1,6},\d{1,6}$/, 'must be two whole numbers with a comma between: of a person, and in all')
    .default('12,500'),
  SMS_DAILY_CAP: WholeNumber(0, 999_999).prefault('2000'),
  REPORT_MOST: z
    .string()
    .regex(
      /^\d{1,5},\d{1,5},\d{1,5}$/,
      'must be three whole numbers with commas between: accounts, inquiries, records',
    )
    .default('2000,2000,500'),
  REPORT_QUOTA: z
    .string()
    .regex(/^\d{1,5},\d{1,6}$/, 'must be two whole numbers with a comma between: reports, and megabytes')
    .default('500,500'),
  REPORT_JOIN_DAYS: WholeNumber(1, 3_660).prefault('45'),
  SANDBOX: Flag.default(false),
  DEMO_OPEN: Flag.default(false),
  SANDBOX_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
})

/** The process may not start; the message is the one line printed. */
export class ConfigError extends Error {}

const MEGABYTE = 1024 * 1024

const parseReportBounds = ({
  REPORT_MOST,
  REPORT_QUOTA,
  REPORT_JOIN_DAYS,
}: Pick<z.infer<typeof Environment>, 'REPORT_MOST' | 'REPORT_QUOTA' | 'REPORT_JOIN_DAYS'>) => {
  const [accounts = 0, inquiries = 0, publicRecords = 0] = REPORT_MOST.split(',').map(Number)
  const [reports = 0, megabytes = 0] = REPORT_QUOTA.split(',').map(Number)
  return {
    limits: { accounts, inquiries, publicRecords },
    quota: { reports, bytes: megabytes * MEGABYTE },
    joinDays: REPORT_JOIN_DAYS,
  }
}

const metricsProblem = (
  { METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: z.infer<typeof Environment>,
  production: boolean,
): string | null => {
  if (METRICS_PORT === undefined)
    return METRICS_TOKEN === undefined ? null : 'METRICS_PORT: is needed with METRICS_TOKEN'
  return production && METRICS_TOKEN === undefined && !isLoopback(formatUrlHost(METRICS_HOST))
    ? `METRICS_TOKEN: is needed in production when METRICS_HOST is ${METRICS_HOST}, which other machines can reach; set at least 32 random characters`
    : null
}

/** The configuration from an environment; an empty variable counts as absent. Throws ConfigError. */
export const readConfig = (environment: Record<string, string | undefined>) => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`)
  }
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  if (production && values.TEST_CLOCK) throw new ConfigError('TEST_CLOCK is refused in production')
  const operator = readOperatorSettings(values.OPERATOR_DIR && resolve(values.OPERATOR_DIR))
  if ('problem' in operator) throw new ConfigError(operator.problem)
  const chosen = chooseProviderModes({
    isSet: variable => given[variable] !== undefined,
    off: values.PROVIDERS_OFF,
    features: operator.features,
    production,
    allowsSandbox: values.SANDBOX,
  })
  if ('problem' in chosen) throw new ConfigError(chosen.problem)
  const { modes, sandboxed } = chosen
  if (production && sandboxed && values.SANDBOX_KEY === undefined)
    throw new ConfigError(
      'SANDBOX_KEY: is needed in production with SANDBOX=true, since the sandbox outbox holds sign-in codes; set at least 32 random characters',
    )
  const provided = parseProviderSettings(values)
  if ('missing' in provided) throw new ConfigError(`${provided.missing}: is needed with its provider`)
  const twilio = parseTwilioSettings(values)
  if (twilio && 'problem' in twilio) throw new ConfigError(twilio.problem)
  const parsedLob = parseLobSettings(values)
  if (parsedLob && 'problem' in parsedLob) throw new ConfigError(parsedLob.problem)
  const parsedLanguage = parseLanguageSettings(values)
  if (parsedLanguage && 'problem' in parsedLanguage) throw new ConfigError(parsedLanguage.problem)
  const push = parsePushSettings(values)
  if (push && 'missing' in push) throw new ConfigError(`${push.missing}: is needed with its provider`)
  const s3 = parseStorageSettings(values)
  if (s3 && 'problem' in s3) throw new ConfigError(s3.problem)
  const parsedCreditData = parseCreditDataSettings(values)
  if (parsedCreditData && 'problem' in parsedCreditData) throw new ConfigError(parsedCreditData.problem)
  // A provider that is off is not called, even if it is configured.
  const providers = {
    ...provided,
    portal: modes.portal === 'real' ? provided.portal : null,
    creditData: modes['credit-data'] === 'real' ? parsedCreditData : null,
    /** What may be stored of reports from the source of credit data. */
    storagePolicy: values.CREDIT_DATA_KEEP,
    tradelineFeed: modes.tradelines === 'real' ? provided.tradelineFeed : null,
  }
  const lob = modes.mailing === 'real' ? parsedLob : null
  const language = modes.voice === 'real' ? parsedLanguage : null
  const vision = parseVisionSettings(values)
  const page = parsePageSettings(values)
  if ('problem' in page) throw new ConfigError(page.problem)
  const twice = operator.support && (['SUPPORT_EMAIL', 'SUPPORT_PHONE'] as const).find(name => values[name])
  if (twice)
    throw new ConfigError(
      `${twice}: is set in addition to OPERATOR_DIR, whose operator.json states it; remove one`,
    )
  const support = {
    name: operator.name,
    email: operator.support?.email ?? values.SUPPORT_EMAIL ?? DEFAULT_SUPPORT_EMAIL,
    phone: operator.support?.phone ?? values.SUPPORT_PHONE ?? null,
  }
  const identity = parseIdentitySettings(values, {
    production,
    sandbox: values.SANDBOX,
    hasTwilio: twilio !== null,
    pullsReports: providers.creditData !== null,
  })
  if ('problem' in identity) throw new ConfigError(identity.problem)
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://${formatUrlHost(values.HOST)}:${values.PORT}`)
  const databaseUrl = values.DATABASE_URL ?? null
  if (production && databaseUrl === null)
    throw new ConfigError(
      'DATABASE_URL: is needed in production; the embedded database is for trying, developing and a single household',
    )
  if (values.IDENTITY_CHECKS?.includes('mailed-code')) {
    if (modes.mailing === 'off')
      throw new ConfigError('IDENTITY_CHECKS: mailed-code needs letters; set LOB_API_KEY or leave it out')
    if (lob !== null && !/^.+, [A-Z]{2} \d{5}(-\d{4})?$/.test(operator.postalAddress.at(-1) ?? ''))
      throw new ConfigError(
        'IDENTITY_CHECKS: mailed-code needs the address of the sender; the last line of postalAddress in operator.json must be like Springfield, IL 62701',
      )
  }
  const reaching = listExternalProviders({ ...providers, twilio, lob })
  const objection = findExposure({
    production,
    reaching,
    host: new URL(`http://${formatUrlHost(values.HOST)}`).hostname,
    proxies: values.TRUST_PROXY,
    publicUrl,
    databaseUrl,
    databaseTls: values.DATABASE_TLS === 'on',
    demoOpen: values.DEMO_OPEN,
    hasSupportEmail: support.email !== DEFAULT_SUPPORT_EMAIL,
  })
  if (objection !== null) throw new ConfigError(objection)
  const placeholder = production && reaching.length > 0 ? findPlaceholder(operator) : null
  if (placeholder !== null) throw new ConfigError(placeholder)
  const metrics = metricsProblem(values, production)
  if (metrics !== null) throw new ConfigError(metrics)
  const dataDir = resolve(values.DATA_DIR)
  const [person, all] = values.MAIL_DAILY_CAP.split(',')
  return {
    ...providers,
    ...page,
    twilio,
    lob,
    /** How users may confirm their identity; without any, no report is pulled. */
    ...identity,
    /** Whether two managers must confirm a client by documents. */
    identityFourEyes: values.IDENTITY_FOUR_EYES === 'true',
    /** Whether the address in an imported file counts as a source for a mailed code. */
    identityTrustsFiles:
      values.IDENTITY_TRUST_FILES === undefined
        ? !production || values.SANDBOX
        : values.IDENTITY_TRUST_FILES === 'true',
    /** Where files are stored; null for the data folder. */
    s3,
    /** Speech and rewording; null if only typed questions are answered, with our own texts. */
    language,
    /** The service that reads photographed letters; null if none is configured. */
    vision,
    /** How browsers are notified; null if they are not. */
    push,
    /** The mode of each optional provider. */
    modes,
    /** What the product offers with these providers. */
    capabilities: deriveCapabilities(modes, operator.features, {
      transcribes: language !== null && language.transcribeModel !== null,
      readsPictures: vision !== null,
    }),
    /** Where traces are sent; null if they are not. */
    telemetry: parseTelemetrySettings(values),
    /** Host names of providers that may resolve to private addresses. */
    privateHosts: values.PRIVATE_HOSTS,
    /** The number of codes per business day after which only phones with an account are texted. */
    smsDailyCap: values.SMS_DAILY_CAP,
    /** Letters per business day: per user, and in total. */
    mailDailyCap: { person: Number(person), all: Number(all) },
    /** How long a report may be, and how many are stored per user. */
    reportBounds: parseReportBounds(values),
    production,
    /** Whether demo users and a demo manager are created at the start. */
    seedsDemo: values.NODE_ENV !== 'production' && values.NODE_ENV !== 'test',
    /** Every manager except the demo one must use an authenticator app. */
    staffNeedsApp: production || reaching.length > 0,
    port: values.PORT,
    host: values.HOST,
    /** The URL people use; by default the one that is listened on. Decides cookie names and flags. */
    publicUrl,
    dataDir,
    databaseUrl,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    /** Null if anyone who reaches the address may read the metrics. */
    metricsToken: values.METRICS_TOKEN ?? null,
    /** How long the server keeps serving, but is not ready, after a signal to stop. */
    drainSeconds: values.DRAIN_SECONDS ?? (production ? 5 : 0),
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    /** Who the service is and how people reach it. */
    support,
    /** Name, branding, sections, policies and rate limits of the operator. */
    operator,
    timeZone: values.BUSINESS_TZ,
    clock: values.TEST_CLOCK ?? { offset: 0 },
    /** What seals case files, and the earlier keys that stay published. */
    caseFiles: parseCaseFileSettings(values),
    keyringFile: values.KEYRING_FILE ? resolve(values.KEYRING_FILE) : resolve(dataDir, 'keyring.json'),
    sandboxKey: values.SANDBOX_KEY ?? null,
  }
}

export type Config = ReturnType<typeof readConfig>
