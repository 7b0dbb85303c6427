import { z } from 'zod'
import type { ReportFormat } from '#features/reports/canonical.ts'
import type { DocumentFamily } from '#providers/credit-data/port.ts'
import { ConfidentialUrl, VisibleText } from './variable-shapes.ts'

/**
 * The environment of e-mail, of the monitoring portal, of credit data and of tradelines. A provider is real when its first
 * variable is set; what it needs beside it must be set then too.
 */

/** An address and nothing around it: the sender's name stands in no header. */
const Address = z.email('must be an e-mail address')

/** The places of a portal link, each in it exactly once. */
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

/** What a document of each format that is read is written in. */
const families: Readonly<Record<ReportFormat, DocumentFamily>> = {
  'mismo-3': 'xml',
  'mismo-2': 'xml',
  'array-json': 'json',
  'truelink-json': 'json',
  'truelink-xml': 'xml',
  'transunion-xml': 'xml',
  'transunion-tu4r': 'text',
  'experian-json': 'json',
  'equifax-json': 'json',
}

const isFormat = (text: string): text is ReportFormat => Object.hasOwn(families, text)

/** The variables, to be read with all others. */
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
  CREDIT_DATA_URL: ConfidentialUrl.optional(),
  CREDIT_DATA_TOKEN: VisibleText.min(32, 'must have at least 32 characters').optional(),
  CREDIT_DATA_FORMAT: z
    .string()
    .refine(isFormat, `must be one of ${Object.keys(families).join(', ')}`)
    .optional(),
  TRADELINE_FEED_URL: ConfidentialUrl.optional(),
  TRADELINE_FEED_TOKEN: VisibleText.optional(),
}

type Given = { [Name in keyof typeof providerVariables]?: string | undefined }

export type ProviderSettings = {
  smtp: { url: string; from: string } | null
  /** Where staff read requests for tradelines. */
  managerInbox: string
  portal: { template: string; signingKey: string } | null
  /** `family`: null where the format is to be detected. */
  creditData: { url: URL; token: string; family: DocumentFamily | null } | null
  tradelineFeed: { url: URL; token: string | null } | null
}

const documentFamily = (format: string | undefined): DocumentFamily | null =>
  format !== undefined && isFormat(format) ? families[format] : null

/** The settings, or the name of the first variable that is missing. */
export const parseProviderSettings = (given: Given): ProviderSettings | { missing: string } => {
  const { SMTP_URL, MAIL_FROM, MANAGER_INBOX, PORTAL_LINK_TEMPLATE, PORTAL_SIGNING_KEY } = given
  const { CREDIT_DATA_URL, CREDIT_DATA_TOKEN, CREDIT_DATA_FORMAT } = given
  const { TRADELINE_FEED_URL, TRADELINE_FEED_TOKEN } = given
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) return { missing: 'MAIL_FROM' }
  if (SMTP_URL !== undefined && MANAGER_INBOX === undefined) return { missing: 'MANAGER_INBOX' }
  if (PORTAL_LINK_TEMPLATE !== undefined && PORTAL_SIGNING_KEY === undefined)
    return { missing: 'PORTAL_SIGNING_KEY' }
  if (CREDIT_DATA_URL !== undefined && CREDIT_DATA_TOKEN === undefined)
    return { missing: 'CREDIT_DATA_TOKEN' }
  if (CREDIT_DATA_URL === undefined && (CREDIT_DATA_TOKEN ?? CREDIT_DATA_FORMAT) !== undefined)
    return { missing: 'CREDIT_DATA_URL' }
  if (TRADELINE_FEED_URL === undefined && TRADELINE_FEED_TOKEN !== undefined)
    return { missing: 'TRADELINE_FEED_URL' }
  return {
    smtp: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : null,
    managerInbox: MANAGER_INBOX ?? 'manager@fairfile.test',
    portal:
      PORTAL_LINK_TEMPLATE && PORTAL_SIGNING_KEY
        ? { template: PORTAL_LINK_TEMPLATE, signingKey: PORTAL_SIGNING_KEY }
        : null,
    creditData:
      CREDIT_DATA_URL && CREDIT_DATA_TOKEN
        ? {
            url: new URL(CREDIT_DATA_URL),
            token: CREDIT_DATA_TOKEN,
            family: documentFamily(CREDIT_DATA_FORMAT),
          }
        : null,
    tradelineFeed: TRADELINE_FEED_URL
      ? { url: new URL(TRADELINE_FEED_URL), token: TRADELINE_FEED_TOKEN ?? null }
      : null,
  }
}
