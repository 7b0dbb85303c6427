import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  MONTHS_WITHOUT_REASON,
  type RetentionPeriods,
  retention,
  type SettableKind,
  usualRetention,
} from '#api/retention.ts'
import { CostSettings, noCosts } from './cost-settings.ts'
import { colorProblem } from './operator-colors.ts'
import { findGap, findUnfinishedText, type OperatorTexts, readOperatorTexts } from './operator-texts.ts'

/**
 * The operator's own settings, from `OPERATOR_DIR/operator.json`: name, branding, sections, policies and rate limits.
 * Lines that begin with `//` are comments. Without a folder the software runs under its own name with the household preset.
 */

export const operatorPresets = ['company', 'household'] as const
type OperatorPreset = (typeof operatorPresets)[number]

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`)
const YesOrNo = z.boolean('must be true or false')
/** One line, as used in a text message, an email header and a title. */
const Line = (most: number) =>
  z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}<>"]*$/u, 'must be one line without < > "')
const WholeNumber = (least: number, most: number) => {
  const words = `must be a whole number from ${least} to ${most}`
  return z.int(words).min(least, words).max(most, words)
}

/** The sections that an operator may leave out. */
const Features = z.strictObject({ tradelines: YesOrNo, portal: YesOrNo, voice: YesOrNo, mailing: YesOrNo })

const Policies = z.strictObject({
  /** Who may switch three-bureau access: any user, users whose identity is confirmed, or only staff. */
  maxPlan: oneOf(['anyone', 'confirmed', 'staff']),
  mailing: z.strictObject({
    /** Who may have letters mailed; with `staffApproved` only staff press Send, in the opened account. */
    who: oneOf(['anyone', 'confirmed', 'staffApproved']),
    certified: YesOrNo,
    /** Letters per user in 30 days; null for only the daily limit. */
    lettersPerMonth: WholeNumber(1, 1_000).nullable(),
  }),
  /** Whether the current terms must be accepted before pulls, Max Plan, mailing, the portal and requests. */
  termsFirst: YesOrNo,
  /** Whose accounts agents can see and open; leads and admins see all. */
  agentsServe: oneOf(['all', 'own']),
  /** Whether a lead or admin must approve rounds started by agents. */
  roundApproval: oneOf(['none', 'lead']),
})

const MAX_PER_HOUR = 100_000
const Rate = WholeNumber(1, MAX_PER_HOUR).optional()

/** The limits that people behind one address share: an office, a campus, a carrier's network. */
const RateLimitSettings = z
  .strictObject({
    requestsPerAddressMinute: Rate,
    codesPerAddressHour: Rate,
    codesPerAddressDay: Rate,
    /** A network is the 256 addresses around an IPv4 one, or 56 bits of IPv6. */
    codesPerNetworkHour: Rate,
    /** The numbers that share the first six digits. */
    codesPerExchangeHour: Rate,
    signInsPerAddressHour: Rate,
    registrationsPerAddressHour: Rate,
    refreshesPerAddressHour: Rate,
    managerSignInsPerAddressHour: Rate,
  })
  .superRefine(({ codesPerAddressHour: hourly, ...set }, context) => {
    if (hourly === undefined) return
    // Otherwise the wider limit is reached first, and the setting has no effect.
    for (const wider of ['codesPerAddressDay', 'codesPerNetworkHour'] as const)
      if ((set[wider] ?? 0) < hourly)
        context.addIssue({ code: 'custom', path: [wider], message: 'must be at least codesPerAddressHour' })
  })
export type RateLimitSettings = z.output<typeof RateLimitSettings>

const period = (kind: SettableKind) => WholeNumber(retention[kind].bounds.least, retention[kind].bounds.most)

/** Retention periods (`src/api/retention.ts`); null for as long as the account. */
const Retention = z
  .strictObject({
    inactiveAccountMonths: period('inactiveAccounts'),
    /** Why an inactive account is kept for longer than two years (16 CFR 314.4(c)(6)(i)); shown to users. */
    inactiveAccountReason: Line(300),
    reportMonths: period('reports').nullable(),
    disputeMonths: period('disputes').nullable(),
    documentMonths: period('documents').nullable(),
    alertMonths: period('alerts').nullable(),
    emailMonths: period('emails'),
    sessionDays: period('sessions'),
    staffViewMonths: period('staffViews'),
    clientNoteMonths: period('clientNotes').nullable(),
    mailingMonths: period('mailings'),
    costMonths: period('costs'),
    backupDays: period('backups'),
  })
  .partial()
  .superRefine(({ inactiveAccountMonths = 0, inactiveAccountReason }, context) => {
    if (inactiveAccountMonths > MONTHS_WITHOUT_REASON && inactiveAccountReason === undefined)
      context.addIssue({
        code: 'custom',
        path: ['inactiveAccountReason'],
        message: `must say why an inactive account is kept for longer than ${MONTHS_WITHOUT_REASON} months`,
      })
  })

const readPeriods = (given: z.output<typeof Retention>): RetentionPeriods => ({
  inactiveAccounts: given.inactiveAccountMonths ?? usualRetention.inactiveAccounts,
  reports: given.reportMonths ?? usualRetention.reports,
  disputes: given.disputeMonths ?? usualRetention.disputes,
  documents: given.documentMonths ?? usualRetention.documents,
  alerts: given.alertMonths ?? usualRetention.alerts,
  emails: given.emailMonths ?? usualRetention.emails,
  sessions: given.sessionDays ?? usualRetention.sessions,
  staffViews: given.staffViewMonths ?? usualRetention.staffViews,
  clientNotes: given.clientNoteMonths ?? usualRetention.clientNotes,
  mailings: given.mailingMonths ?? usualRetention.mailings,
  costs: given.costMonths ?? usualRetention.costs,
  backups: given.backupDays ?? usualRetention.backups,
})

/** A credit repair organization's contract must state all of this (15 U.S.C. 1679d(b)(1), (2)). */
const CreditRepairOrganization = z.strictObject({
  services: z.array(Line(300), 'must be a list of lines').min(1, 'must have 1 line or more').max(20),
  /** All payments of the client, to the operator and to anyone else. */
  totalPayments: Line(300).regex(/\$ ?\d/, 'must name an amount, like $300'),
  paymentTerms: Line(500),
  guarantees: Line(500),
  /** How long the services take. */
  estimatedDays: WholeNumber(1, 1_825),
})

type CreditRepairOrganization = z.output<typeof CreditRepairOrganization>
export type Features = z.output<typeof Features>
export type Policies = z.output<typeof Policies>

const Settings = z.strictObject({
  preset: oneOf(operatorPresets),
  name: Line(60),
  /** The operator's postal address, line by line. */
  postalAddress: z.array(Line(60), 'must be a list of lines').min(2, 'must have 2 lines or more').max(5),
  support: z.strictObject({
    email: z.email('must be an email address'),
    phone: Line(30).optional(),
  }),
  /** Shown before a code in a text, and with the sender's address in emails. */
  senderName: Line(30)
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII, since texts carry it')
    .optional(),
  colors: z.strictObject({ light: z.string('must be a color like #005159'), dark: z.string() }).optional(),
  features: Features.partial().optional(),
  policies: Policies.partial().extend({ mailing: Policies.shape.mailing.partial().optional() }).optional(),
  rateLimits: RateLimitSettings.optional(),
  retention: Retention.optional(),
  costs: CostSettings.optional(),
  creditRepairOrganization: CreditRepairOrganization.optional(),
})

const presetPolicies: Readonly<Record<OperatorPreset, Policies>> = {
  company: {
    maxPlan: 'confirmed',
    mailing: { who: 'confirmed', certified: true, lettersPerMonth: 30 },
    termsFirst: true,
    agentsServe: 'all',
    roundApproval: 'none',
  },
  household: {
    maxPlan: 'anyone',
    mailing: { who: 'anyone', certified: true, lettersPerMonth: null },
    termsFirst: false,
    agentsServe: 'all',
    roundApproval: 'none',
  },
}

/** Every section is enabled unless it is disabled. */
const allFeatures: Features = { tradelines: true, portal: true, voice: true, mailing: true }

export type OperatorSettings = {
  /** Null without an OPERATOR_DIR. */
  folder: string | null
  preset: OperatorPreset
  name: string
  postalAddress: readonly string[]
  /** Null without an OPERATOR_DIR: then the environment defines how support is reached. */
  support: { email: string; phone: string | null } | null
  senderName: string
  colors: { light: string; dark: string } | null
  /** Files of the folder; null if absent. */
  logo: { svg: string | null; png: string | null }
  features: Features
  policies: Policies
  rateLimits: RateLimitSettings
  retention: RetentionPeriods
  /** Null without one. */
  inactiveAccountReason: string | null
  costs: CostSettings
  /** Null if the operator's services are free, so that clients sign no contract. */
  creditRepairOrganization: CreditRepairOrganization | null
  /** The operator's own legal texts, instead of the product's. */
  texts: OperatorTexts
}

/** The software's own name, used if the operator sets none. */
export const SOFTWARE_NAME = 'Fairfile'

export const defaultOperator: OperatorSettings = {
  folder: null,
  preset: 'household',
  name: SOFTWARE_NAME,
  postalAddress: [],
  support: null,
  senderName: SOFTWARE_NAME,
  colors: null,
  logo: { svg: null, png: null },
  features: allFeatures,
  policies: presetPolicies.household,
  rateLimits: {},
  retention: usualRetention,
  inactiveAccountReason: null,
  costs: noCosts,
  creditRepairOrganization: null,
  texts: {},
}

/** A line that begins with `//` is a comment; it is replaced by an empty one, so that line numbers stay. */
const withoutComments = (text: string) => text.replaceAll(/^[ \t]*\/\/.*$/gm, '')

const readJson = (text: string): { value: unknown } | { problem: string } => {
  try {
    return { value: JSON.parse(withoutComments(text)) }
  } catch (error) {
    const words = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : 'unreadable'
    return { problem: `is not JSON: ${words}` }
  }
}

/** The key of an issue and what is wrong with it. */
const describeIssue = (issue: z.core.$ZodIssue | undefined): string => {
  if (issue === undefined) return 'is not valid'
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return `${[...path, issue.keys[0]].join('.')}: is not a setting; check its spelling`
  if (path.length === 0) return 'must be one object of settings'
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return `${path.join('.')}: ${missing ? 'is needed' : issue.message}`
}

/** Settings from the text of an `operator.json`, or the problem in one line without the file's name. */
const parseOperatorSettings = (
  text: string,
  folder: string,
): Omit<OperatorSettings, 'logo' | 'texts'> | { problem: string } => {
  const json = readJson(text)
  if ('problem' in json) return json
  const parsed = Settings.safeParse(json.value, { reportInput: true })
  if (!parsed.success) return { problem: describeIssue(parsed.error.issues[0]) }
  const { preset, name, postalAddress, support, senderName = name, colors = null, ...given } = parsed.data
  if (!/^[\x20-\x7e]{1,30}$/.test(senderName))
    return { problem: 'senderName: is needed, since the name has more than 30 characters or none of ASCII' }
  for (const theme of ['light', 'dark'] as const) {
    const problem = colors === null ? null : colorProblem(theme, colors[theme])
    if (problem !== null) return { problem: `colors.${theme}: ${problem}` }
  }
  const usual = presetPolicies[preset]
  return {
    folder,
    preset,
    name,
    postalAddress,
    support: { email: support.email, phone: support.phone ?? null },
    senderName,
    colors,
    features: { ...allFeatures, ...given.features },
    policies: {
      ...usual,
      ...given.policies,
      mailing: { ...usual.mailing, ...given.policies?.mailing },
    },
    rateLimits: given.rateLimits ?? {},
    retention: readPeriods(given.retention ?? {}),
    inactiveAccountReason: given.retention?.inactiveAccountReason ?? null,
    costs: given.costs ?? noCosts,
    creditRepairOrganization: given.creditRepairOrganization ?? null,
  }
}

const MAX_LOGO_BYTES = 256 * 1024
const LEAST_LOGO_PIXELS = 180
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** What is wrong with a logo's bytes; null if every browser can render it. */
const logoProblem = (bytes: Buffer, type: 'svg' | 'png'): string | null => {
  if (bytes.length > MAX_LOGO_BYTES) return 'must have at most 256 kB'
  if (type === 'svg') return /<svg[\s>]/i.test(bytes.toString('utf8')) ? null : 'is not an SVG picture'
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.length < 24) return 'is not a PNG picture'
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return width === height && width >= LEAST_LOGO_PIXELS
    ? null
    : `must be square with at least ${LEAST_LOGO_PIXELS} pixels a side, and is ${width} by ${height}`
}

/** `logo.svg` and `logo.png` of a folder, or the problem in one line that names the file. */
const findLogo = (folder: string): OperatorSettings['logo'] | { problem: string } => {
  const logo: OperatorSettings['logo'] = { svg: null, png: null }
  for (const type of ['svg', 'png'] as const) {
    const file = join(folder, `logo.${type}`)
    if (!existsSync(file)) continue
    const problem = logoProblem(readFileSync(file), type)
    if (problem !== null) return { problem: `${file}: ${problem}` }
    logo[type] = file
  }
  return logo
}

/** The settings of a folder, or the problem in one line that names the file. */
export const readOperatorSettings = (folder: string | undefined): OperatorSettings | { problem: string } => {
  if (folder === undefined) return defaultOperator
  const file = join(folder, 'operator.json')
  if (!existsSync(file))
    return { problem: `OPERATOR_DIR: there is no ${file}; npm run operator:init -- ${folder} writes one` }
  const settings = parseOperatorSettings(readFileSync(file, 'utf8'), folder)
  if ('problem' in settings) return { problem: `${file}: ${settings.problem}` }
  const logo = findLogo(folder)
  if ('problem' in logo) return logo
  const texts = readOperatorTexts(folder, settings.name)
  if ('problem' in texts) return texts
  if (settings.creditRepairOrganization !== null && texts.agreement === undefined)
    return {
      problem: `${join(folder, 'legal', 'agreement.md')}: is needed with creditRepairOrganization; clients sign it`,
    }
  return { ...settings, logo, texts }
}

/** Names that are reserved for examples and tests (RFC 2606, RFC 6761). */
const reservedDomain = /(^|[.@])(example\.(com|net|org)|[a-z0-9-]+\.(test|example|invalid|localhost))$/i

/** The first setting that is still a placeholder, in one line; null if all are ready to be shown to people. */
export const findPlaceholder = ({
  folder,
  preset,
  name,
  postalAddress,
  support,
  texts,
  creditRepairOrganization,
}: OperatorSettings): string | null => {
  if (folder === null) return null
  const file = join(folder, 'operator.json')
  if (reservedDomain.test(support?.email ?? ''))
    return `${file}: support.email: ${support?.email} is an example; people are sent there for help`
  const filled = [['name', name] as const, ...postalAddress.map(line => ['postalAddress', line] as const)]
  const left = filled.find(([, text]) => /\bexample\b/i.test(text))
  if (left) return `${file}: ${left[0]}: "${left[1]}" is an example`
  if (preset === 'company' && name === SOFTWARE_NAME)
    return `${file}: name: ${SOFTWARE_NAME} is the software's name; write the name of the company that people agree with`
  // Settings that are not shown may stay examples.
  const { agreement, ...pages } = texts
  if (creditRepairOrganization !== null) {
    const { services, totalPayments, paymentTerms, guarantees } = creditRepairOrganization
    const words = [...services, totalPayments, paymentTerms, guarantees]
    const [open] = words.flatMap(text => /\[[^[\]]+\]/.exec(text) ?? [])
    if (open !== undefined) return `${file}: creditRepairOrganization: "${open}" is left to complete`
    const gap = agreement === undefined ? null : findGap(folder, { agreement })
    if (gap !== null) return gap
  }
  // The product's own terms state that it is free.
  const needsPages = preset === 'company' || creditRepairOrganization !== null
  return needsPages ? findUnfinishedText(folder, pages) : null
}

/** The operator's name and postal address, line by line, for emails and legal pages; empty without OPERATOR_DIR. */
export const senderLines = ({ folder, name, postalAddress }: OperatorSettings): readonly string[] =>
  folder === null ? [] : [name, ...postalAddress.filter(line => line !== name)]
