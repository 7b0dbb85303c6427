import type { Account, Inquiry, PersonalInfo, PublicRecord, Score } from './canonical.ts'
import type { ReportFormat, SavedFormat } from './formats.ts'

/**
 * What each format can contain. A value missing from a format is not a value that its bureau does not report: comparisons
 * and findings are limited to what the format can contain.
 */

const datesAndAmounts = [
  'monthlyPayment',
  'currentBalance',
  'highBalance',
  'creditLimit',
  'amountPastDue',
  'termLength',
  'dateOpened',
  'lastReported',
] as const

/** Fields that every reader fills if the document reports them. */
const common = [
  ...datesAndAmounts,
  'accountNumber',
  'accountTypeDetail',
  'responsibility',
  'condition',
  'payStatus',
  'disputed',
  'remarks',
] as const

/** Account fields that a format may lack. Names, types and derived values (derive.ts) are in every row. */
const accountFields = [
  ...common,
  'industry',
  'subscriberCode',
  'openClosed',
  'worstStatus',
  'originalCreditor',
  'originalAmount',
  'chargeOffAmount',
  'dateClosed',
  'datePaid',
  'dateStatus',
  'dateLastActive',
  'dateLastPayment',
  'dateChargeOff',
  'dateFirstDelinquency',
  'removalDate',
  'late30',
  'late60',
  'late90',
  'monthsReviewed',
  'address',
  'creditorPhone',
  'paymentHistory',
  'sourceRowId',
] as const satisfies readonly (keyof Account)[]
export type AccountField = (typeof accountFields)[number]

const inquiryFields = ['date', 'kind', 'industry', 'address'] as const satisfies readonly (keyof Inquiry)[]
const industryRecordFields = [
  'disposition',
  'filed',
  'disposed',
  'court',
  'caseNumber',
  'amount',
  'plaintiff',
  'responsibility',
] as const satisfies readonly (keyof PublicRecord)[]
const recordFields = [
  ...industryRecordFields,
  'removalDate',
] as const satisfies readonly (keyof PublicRecord)[]
const personalFields = [
  'name',
  'aliases',
  'dob',
  'ssnLastFour',
  'currentAddress',
  'previousAddresses',
  'employers',
  'phones',
  'consumerStatements',
] as const satisfies readonly (keyof PersonalInfo)[]
const scoreFields = ['dateReported', 'model', 'factors'] as const satisfies readonly (keyof Score)[]

export type InquiryField = (typeof inquiryFields)[number]
export type RecordField = (typeof recordFields)[number]
export type PersonalField = (typeof personalFields)[number]
export type ScoreField = (typeof scoreFields)[number]

type DateField = Extract<AccountField, `date${string}` | 'lastReported' | 'removalDate'>

export type FormatContent = {
  account: readonly AccountField[]
  inquiry: readonly InquiryField[]
  publicRecord: readonly RecordField[]
  personal: readonly PersonalField[]
  /** Null: the format has no scores. */
  score: readonly ScoreField[] | null
  /** Account dates that it prints as a month only. */
  months: readonly DateField[]
  /** It prints only the year of birth. */
  birthYearOnly: boolean
  /** It prints amounts without cents. */
  wholeDollars: boolean
  /** It states that an account is disputed only in remarks, and never that one is not. */
  disputeInRemarks: boolean
  /** The length of the payment history in months; null: as long as the bureau reports it. */
  historyMonths: number | null
  /** Addresses of the person have the date on which they were reported. */
  addressDates: boolean
}

const both = <Field>(one: readonly Field[], other: readonly Field[]): Field[] =>
  one.filter(field => other.includes(field))

/** What both formats can contain. */
export const commonContent = (one: FormatContent, other: FormatContent): FormatContent => ({
  account: both(one.account, other.account),
  inquiry: both(one.inquiry, other.inquiry),
  publicRecord: both(one.publicRecord, other.publicRecord),
  personal: both(one.personal, other.personal),
  score: one.score === null || other.score === null ? null : both(one.score, other.score),
  months: [...new Set([...one.months, ...other.months])],
  birthYearOnly: one.birthYearOnly || other.birthYearOnly,
  wholeDollars: one.wholeDollars || other.wholeDollars,
  disputeInRemarks: one.disputeInRemarks || other.disputeInRemarks,
  historyMonths:
    one.historyMonths === null || other.historyMonths === null
      ? (one.historyMonths ?? other.historyMonths)
      : Math.min(one.historyMonths, other.historyMonths),
  addressDates: one.addressDates && other.addressDates,
})

const without = (...left: readonly AccountField[]): AccountField[] => {
  const gone = new Set<AccountField>([...left, 'removalDate'])
  return accountFields.filter(field => !gone.has(field))
}

/** The industry's own formats contain most fields. */
const industry = (account: readonly AccountField[]): FormatContent => ({
  account,
  inquiry: inquiryFields,
  publicRecord: industryRecordFields,
  personal: personalFields,
  score: scoreFields,
  months: [],
  birthYearOnly: false,
  wholeDollars: false,
  disputeInRemarks: false,
  historyMonths: null,
  addressDates: true,
})

const trueLink = industry(
  without('originalAmount', 'chargeOffAmount', 'datePaid', 'dateChargeOff', 'dateFirstDelinquency'),
)

/** The pages list addresses and phones of creditors by name, not by bureau. */
const identityIq: FormatContent = {
  ...trueLink,
  account: [
    ...common,
    'originalCreditor',
    'dateStatus',
    'dateLastActive',
    'dateLastPayment',
    'paymentHistory',
  ],
  inquiry: ['date', 'industry'],
  publicRecord: ['disposition', 'filed', 'disposed', 'court', 'caseNumber', 'amount', 'plaintiff'],
  personal: [
    'name',
    'aliases',
    'dob',
    'currentAddress',
    'previousAddresses',
    'employers',
    'consumerStatements',
  ],
  score: ['model', 'factors'],
  disputeInRemarks: true,
  historyMonths: 24,
}

const smartCredit: FormatContent = {
  ...identityIq,
  account: [...identityIq.account, 'industry', 'openClosed', 'dateClosed', 'late30', 'late60', 'late90'],
  inquiry: ['date'],
  score: ['dateReported', 'model'],
  birthYearOnly: true,
  disputeInRemarks: false,
  addressDates: false,
}

/** In prints, the reasons for the scores and the person's statements are not read. */
const withoutTexts = (content: FormatContent): FormatContent => ({
  ...content,
  personal: content.personal.filter(field => field !== 'consumerStatements'),
  score: content.score?.filter(field => field !== 'factors') ?? null,
})

const identityIqPrint = withoutTexts(identityIq)

const notInPrints = new Set<AccountField>(['paymentHistory', 'late30', 'late60', 'late90'])

/** Prints of these pages show the payment marks as colored boxes, which are not read. */
const smartCreditPrint: FormatContent = {
  ...withoutTexts(smartCredit),
  account: smartCredit.account.filter(field => !notInPrints.has(field)),
}

const bureauPdf = {
  inquiry: ['date', 'kind', 'address'],
  personal: personalFields,
  score: null,
  wholeDollars: true,
  disputeInRemarks: true,
  historyMonths: null,
} as const satisfies Partial<FormatContent>

const saved: Readonly<Record<SavedFormat, FormatContent>> = {
  'identityiq-html': identityIq,
  'identityiq-pdf': identityIqPrint,
  'smartcredit-html': smartCredit,
  'smartcredit-pdf': smartCreditPrint,
  'myfreescorenow-pdf': smartCreditPrint,
  'equifax-pdf': {
    ...bureauPdf,
    account: [
      ...common,
      'openClosed',
      'chargeOffAmount',
      'dateClosed',
      'dateLastActive',
      'dateLastPayment',
      'dateFirstDelinquency',
      'monthsReviewed',
      'address',
      'creditorPhone',
      'paymentHistory',
    ],
    publicRecord: ['disposition', 'filed', 'court', 'caseNumber'],
    months: [],
    birthYearOnly: false,
    addressDates: false,
  },
  'experian-pdf': {
    ...bureauPdf,
    account: [
      ...common,
      'openClosed',
      'worstStatus',
      'originalCreditor',
      'originalAmount',
      'chargeOffAmount',
      'dateStatus',
      'removalDate',
      'address',
      'creditorPhone',
      'paymentHistory',
    ],
    publicRecord: ['filed', 'disposed', 'court', 'caseNumber', 'responsibility', 'removalDate'],
    months: ['dateStatus', 'removalDate'],
    birthYearOnly: true,
    addressDates: false,
  },
  'transunion-pdf': {
    ...bureauPdf,
    account: [
      ...common,
      'worstStatus',
      'originalCreditor',
      'dateClosed',
      'dateLastPayment',
      'removalDate',
      'address',
      'creditorPhone',
      'paymentHistory',
    ],
    publicRecord: ['filed', 'court', 'caseNumber', 'removalDate'],
    months: ['removalDate'],
    birthYearOnly: false,
    addressDates: true,
  },
}

export const carries: Readonly<Record<ReportFormat, FormatContent>> = {
  'mismo-3': industry(without()),
  'mismo-2': industry(without()),
  'array-json': industry(without()),
  'truelink-json': trueLink,
  'truelink-xml': trueLink,
  'transunion-xml': industry(without('dateChargeOff', 'sourceRowId')),
  'transunion-tu4r': industry(without('dateChargeOff', 'dateFirstDelinquency', 'sourceRowId')),
  'experian-json': industry(
    without(
      'dateClosed',
      'datePaid',
      'dateLastActive',
      'dateChargeOff',
      'dateFirstDelinquency',
      'address',
      'creditorPhone',
      'sourceRowId',
    ),
  ),
  'equifax-json': industry(without('datePaid', 'dateChargeOff', 'sourceRowId')),
  // What CRS's published samples have.
  'crs-json': {
    ...industry(
      without(
        'originalCreditor',
        'originalAmount',
        'dateStatus',
        'dateLastPayment',
        'dateChargeOff',
        'dateFirstDelinquency',
        'address',
        'creditorPhone',
        'sourceRowId',
      ),
    ),
    inquiry: ['date', 'industry'],
    publicRecord: ['disposition', 'filed', 'disposed', 'court', 'caseNumber', 'amount'],
    personal: personalFields.filter(field => field !== 'phones' && field !== 'consumerStatements'),
    disputeInRemarks: true,
  },
  ...saved,
}
