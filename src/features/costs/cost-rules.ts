import { monthOf } from '#values/dates.ts'

/** What a provider bills, what it costs, and the monthly limits. */

export const costKinds = ['pull', 'letter', 'certified_letter', 'return_receipt_letter', 'text'] as const
export type CostKind = (typeof costKinds)[number]

/** What has a monthly limit. Texts have none: a sign-in code must never wait for a budget. */
export const limitedKinds = {
  pulls: ['pull'],
  letters: ['letter', 'certified_letter', 'return_receipt_letter'],
} as const satisfies Record<string, readonly CostKind[]>
export type Limited = keyof typeof limitedKinds

/** Prices in hundredths of a cent, since a text costs less than a cent; kinds without a price are only counted. */
export type CostSettings = {
  prices: Partial<Record<(typeof priceNames)[CostKind] | 'extraPage', number | undefined>>
  limits: Partial<Record<Limited, MonthLimits | undefined>>
}

/** Monthly limits for one client and for all clients. */
type MonthLimits = { client?: number | undefined; all?: number | undefined }

const priceNames = {
  pull: 'pull',
  letter: 'letter',
  certified_letter: 'certifiedLetter',
  return_receipt_letter: 'returnReceiptLetter',
  text: 'text',
} as const satisfies Record<CostKind, string>

/** The mail class that a provider bills. A return receipt is available only with certified mail. */
export const letterKind = (mailing: { certified: boolean; returnReceipt: boolean }): CostKind => {
  if (!mailing.certified) return 'letter'
  return mailing.returnReceipt ? 'return_receipt_letter' : 'certified_letter'
}

/** What one item costs today, in hundredths of a cent; null without a price. `pages` is null if they were not counted. */
export const priceOf = (
  { prices }: CostSettings,
  { kind, pages }: { kind: CostKind; pages: number | null },
): number | null => {
  const price = prices[priceNames[kind]]
  if (price === undefined) return null
  return price + Math.max((pages ?? 1) - 1, 0) * (prices.extraPage ?? 0)
}

/** Rounds hundredths of a cent to whole cents. */
export const toCents = (hundredths: number): number => Math.round(hundredths / 100)

/** The month of a business day, `YYYY-MM`. */
export const monthOfDay = (day: string): string => monthOf(day) ?? day.slice(0, 7)

/** How much of a month's limit is used: accepted by the provider, or being sent to it. */
type Used = { client: number; all: number }

/** The limit that refuses one more; null if none does. */
export const reachedLimit = (limits: MonthLimits | undefined, used: Used): 'client' | 'all' | null => {
  if (limits?.all !== undefined && used.all >= limits.all) return 'all'
  return limits?.client !== undefined && used.client >= limits.client ? 'client' : null
}

const words = {
  pulls: {
    client:
      'Your reports were fetched as often as they can be this month. They can be fetched again next month.',
    all: 'No more reports can be fetched here this month. They can be fetched again next month.',
  },
  letters: {
    client:
      'You have had as many letters mailed as you can this month. Nothing was sent. Download the letter as a PDF and mail it yourself, or wait until next month.',
    all: 'No more letters can be mailed from here this month. Nothing was sent. Download the letter as a PDF and mail it yourself, or wait until next month.',
  },
} as const satisfies Record<Limited, Record<'client' | 'all', string>>

/** The message for the user or manager who requested it. */
export const limitMessage = (what: Limited, scope: 'client' | 'all'): string => words[what][scope]

/** The email to leads and admins when a month's limit for all clients is reached. */
export const limitReachedEmail = (
  what: Limited,
  { month, most, url }: { month: string; most: number; url: string },
): { subject: string; text: string } => ({
  subject: `The monthly limit of ${what} is reached`,
  text: [
    `The limit of ${most} ${what} for ${month} is reached. Further ${what} are refused until next month.`,
    '',
    'The limit is in operator.json under costs.limits. What was used and what it cost:',
    url,
    '',
  ].join('\n'),
})
