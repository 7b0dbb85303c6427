import { type Bureau, bureaus, sortBureaus } from '#values/bureau.ts'
import { type Account, listBureaus, type Report, type ReportWarning } from '../../canonical.ts'
import type { BureauCoverage, CoveredSection, Doubt } from '../../coverage.ts'
import type { SavedFormat } from '../../formats.ts'
import { finishReading, nothingRead } from '../finish-reading.ts'
import { toTree } from '../json.ts'
import { isNothingPrinted, readDisputed, readResponsibilityWords } from '../printed-words.ts'
import { type Reading, unreadable } from '../reading.ts'
import { accountTypeLabels, conditionLabels, payStatusLabels } from './codes.ts'
import { readTrueLink } from './truelink.ts'

/**
 * Pages of monitoring services display TrueLink data. What a page shows is converted back to the underlying TrueLink
 * document, so that every rule exists once, in its reader; what the page omits is not reported.
 */

/** Displayed values of a tradeline, and their places in TrueLink. */
const tradePlaces = {
  accountNumber: ['accountNumber'],
  highBalance: ['highBalance'],
  currentBalance: ['currentBalance'],
  dateOpened: ['dateOpened'],
  dateClosed: ['dateClosed'],
  dateReported: ['dateReported'],
  dateAccountStatus: ['dateAccountStatus'],
  condition: ['AccountCondition', 'description'],
  designator: ['AccountDesignator', 'description'],
  industry: ['IndustryCode', 'description'],
  openClosed: ['OpenClosed', 'description'],
  payStatus: ['PayStatus', 'description'],
  creditType: ['GrantedTrade', 'CreditType'],
  typeDetail: ['GrantedTrade', 'AccountType', 'description'],
  monthlyPayment: ['GrantedTrade', 'monthlyPayment'],
  creditLimit: ['GrantedTrade', 'CreditLimit'],
  amountPastDue: ['GrantedTrade', 'amountPastDue'],
  termMonths: ['GrantedTrade', 'termMonths'],
  dateLastPayment: ['GrantedTrade', 'dateLastPayment'],
  late30Count: ['GrantedTrade', 'late30Count'],
  late60Count: ['GrantedTrade', 'late60Count'],
  late90Count: ['GrantedTrade', 'late90Count'],
  originalCreditor: ['CollectionTrade', 'originalCreditor'],
} as const
export type TradeValue = keyof typeof tradePlaces

export type DisplayedTrade = {
  bureau: Bureau
  values: ReadonlyMap<TradeValue, string>
  /** The dispute status from a separate field; null if the page has none. */
  disputed: boolean | null
  remarks: readonly string[]
  /** The months with a readable mark, as TrueLink symbols. */
  months: readonly { month: string; symbol: string }[]
}

/**
 * Whether a bureau reports an account: where it does not, the page has only dashes, but the number may still contain mask
 * characters.
 */
export const isReportedTrade = ({
  values,
  remarks,
  disputed,
}: Pick<DisplayedTrade, 'values' | 'remarks' | 'disputed'>): boolean =>
  [...values].some(([key, text]) => key !== 'accountNumber' || /[A-WYZ\d]/i.test(text)) ||
  remarks.length > 0 ||
  disputed !== null

/** An account as grouped by the page, under one name. */
export type DisplayedAccount = { name: string; trades: readonly DisplayedTrade[] }

export type DisplayedAddress = {
  street: string | null
  city: string | null
  state: string | null
  postal: string | null
  reported: string | null
}

type DisplayedScore = {
  score: string
  model: string | null
  date: string | null
  factors: readonly string[]
}

/** What a page shows of one bureau's file. */
export type DisplayedFile = {
  bureau: Bureau
  date: string | null
  names: readonly string[]
  aliases: readonly string[]
  birth: string | null
  addresses: readonly DisplayedAddress[]
  previousAddresses: readonly DisplayedAddress[]
  employers: readonly string[]
  statements: readonly string[]
  isFrozen: boolean
  score: DisplayedScore | null
  stated: BureauCoverage['stated']
}

export type DisplayedRecord = {
  bureau: Bureau
  /** The TrueLink element of its kind. */
  kind: string
  values: ReadonlyMap<string, string>
}

export type DisplayedInquiry = {
  company: string
  industry: string | null
  date: string | null
  /** Null if the page shows no known bureau. */
  bureau: Bureau | null
}

export type DisplayedContact = { name: string; address: DisplayedAddress | null; phone: string | null }

type DisplayedReport = {
  reference: string | null
  date: string | null
  files: readonly DisplayedFile[]
  accounts: readonly DisplayedAccount[]
  /** False if the page itself grouped the bureaus' rows by similarity: they are matched again. */
  isGrouped: boolean
  inquiries: readonly DisplayedInquiry[]
  records: readonly DisplayedRecord[]
  contacts: readonly DisplayedContact[]
  /** Sections that were found and read to their end. */
  sections: readonly CoveredSection[]
  doubts: readonly (Doubt & { bureau: Bureau })[]
  /** What is uncertain in this kind of page. */
  warnings: readonly ReportWarning[]
  /** Only for a PDF. */
  pages?: Pick<BureauCoverage, 'pagesMissing' | 'pagesDamaged' | 'pagesStated'>
}

const symbols: Readonly<Record<Bureau, string>> = { TransUnion: 'TUC', Experian: 'EXP', Equifax: 'EQF' }

type Json = { [key: string]: Json | Json[] | string | null }

const sourceOf = (bureau: Bureau, date: string | null = null): Json => ({
  Bureau: { symbol: symbols[bureau] },
  InquiryDate: date,
})

/** A displayed value; null for the dashes and words that pages show when nothing is reported. */
export const shownValue = (text: string): string | null =>
  text === '' || isNothingPrinted(text) ? null : text

/** `($12.00)` is a negative amount. */
const plainAmount = (text: string): string => text.replace(/^\((\$?[\d,.]+)\)$/, '-$1')

const plainValue = (key: TradeValue, text: string): string => {
  if (key === 'designator') return readResponsibilityWords(text) ?? text
  return key === 'termMonths' ? text.replace(/month(?:s|\(s\))?$/i, '').trim() : plainAmount(text)
}

const putAt = (into: Json, [first, ...rest]: readonly string[], value: string): void => {
  if (first === undefined) return
  if (rest.length === 0) {
    into[first] = value
    return
  }
  const held = into[first]
  const inner: Json = typeof held === 'object' && held !== null && !Array.isArray(held) ? held : {}
  into[first] = inner
  putAt(inner, rest, value)
}

const tradeOf = (trade: DisplayedTrade, name: string, handle: string, contact: string | null): Json => {
  const { bureau, values, remarks, months } = trade
  const json: Json = { creditorName: name, bureau, handle, subscriberCode: contact }
  for (const [key, value] of values) putAt(json, tradePlaces[key], plainValue(key, value))
  const disputed = trade.disputed ?? (remarks.some(readDisputed) ? true : null)
  const granted = json['GrantedTrade']
  return {
    ...json,
    GrantedTrade: {
      ...(typeof granted === 'object' && !Array.isArray(granted) ? granted : {}),
      PayStatusHistory: {
        MonthlyPayStatus: months.map(({ month, symbol }) => ({ date: `${month}-01`, status: symbol })),
      },
    },
    ...(disputed === null ? {} : { DisputeFlag: { symbol: disputed ? 'D' : 'F' } }),
    // A no-break space separates a remark's text from the creditor's addition.
    Remark: remarks.map(remark => {
      const [words = '', ...own] = remark.split('\u00a0')
      return { RemarkCode: { description: words.trim() }, customRemark: own.join(' ').trim() }
    }),
  }
}

const addressOf = ({ street, city, state, postal }: DisplayedAddress): Json => ({
  unparsedStreet: street,
  city,
  stateCode: state,
  postalCode: postal,
})

const borrowerOf = (files: readonly DisplayedFile[]): Json => {
  const each = <Item>(
    of: (file: DisplayedFile) => readonly Item[],
    make: (item: Item, file: DisplayedFile) => Json,
  ): Json[] =>
    files.flatMap(file => of(file).map(item => ({ Source: sourceOf(file.bureau), ...make(item, file) })))
  const placed = (address: DisplayedAddress): Json => ({
    CreditAddress: addressOf(address),
    dateReported: address.reported,
  })
  const named =
    (kind: string) =>
    (name: string): Json => ({ Name: { first: name }, NameType: { description: kind } })
  return {
    BorrowerName: [
      ...each(file => file.names, named('Primary')),
      ...each(file => file.aliases, named('Also Known As')),
    ],
    Birth: each(
      file => (file.birth === null ? [] : [file.birth]),
      date => ({ date }),
    ),
    BorrowerAddress: each(file => file.addresses, placed),
    PreviousAddress: each(file => file.previousAddresses, placed),
    Employer: each(
      file => file.employers,
      name => ({ name }),
    ),
    CreditStatement: each(
      file => file.statements,
      statement => ({ statement }),
    ),
    CreditScore: each(
      file => (file.score === null ? [] : [file.score]),
      ({ score, model, date, factors }, { bureau }) => ({
        Source: sourceOf(bureau, date),
        CreditScoreModel: { description: model },
        ...(/^\d+$/.test(score) ? { riskScore: score } : { NoScoreReason: { description: score } }),
        CreditScoreFactor: factors.map(text => ({ FactorText: text })),
      }),
    ),
  }
}

const detailFields = new Set([
  'dateResolved',
  'dateSatisfied',
  'dateReleased',
  'dateSettled',
  'amount',
  'actionAmount',
  'liabilityAmount',
  'plaintiff',
])

const recordOf = ({ bureau, kind, values }: DisplayedRecord): Json => {
  const json: Json = { bureau }
  putAt(json, [kind, 'isPresent'], 'true')
  for (const [key, value] of values) {
    const text = plainAmount(value)
    if (detailFields.has(key)) putAt(json, [kind, key], text)
    else if (key === 'type' || key === 'status')
      putAt(json, [key === 'type' ? 'Type' : 'Status', 'description'], text)
    else putAt(json, [key], text)
  }
  return json
}

/** The contacts by name; names with two different contacts are left out. */
const contactsByName = (contacts: readonly DisplayedContact[]): ReadonlyMap<string, string> => {
  const codes = new Map<string, string | null>()
  contacts.forEach((contact, index) => {
    const name = contact.name.toUpperCase()
    codes.set(name, codes.has(name) ? null : `contact-${index}`)
  })
  return new Map([...codes].flatMap(([name, code]) => (code === null ? [] : [[name, code] as const])))
}

/** All of a page, or what belongs to one bureau; null selects what has no bureau. */
const reportOf = (report: DisplayedReport, bureau?: Bureau | null): Json => {
  const isHere = (one: { bureau: Bureau | null }) => bureau === undefined || one.bureau === bureau
  const codes = contactsByName(report.contacts)
  const files = report.files.filter(isHere)
  return {
    Sources: {
      Source: [
        { Reference: report.reference, InquiryDate: report.date },
        ...files.flatMap(file => (file.date === null ? [] : [sourceOf(file.bureau, file.date)])),
      ],
    },
    SB168Frozen: Object.fromEntries(
      files.flatMap(file => (file.isFrozen ? [[file.bureau.toLowerCase(), 'true'] as const] : [])),
    ),
    Borrower: borrowerOf(files),
    TradeLinePartition: report.accounts.map(({ name, trades }, account) => ({
      Tradeline: trades.flatMap((trade, index) =>
        isHere(trade)
          ? [tradeOf(trade, name, `${account} ${index}`, codes.get(name.toUpperCase()) ?? null)]
          : [],
      ),
    })),
    InquiryPartition: report.inquiries.filter(isHere).map(inquiry => ({
      Inquiry: {
        subscriberName: inquiry.company,
        inquiryDate: inquiry.date,
        bureau: inquiry.bureau,
        IndustryCode: { description: inquiry.industry },
      },
    })),
    PublicRecordPartition: report.records.filter(isHere).map(record => ({ PublicRecord: recordOf(record) })),
    Subscriber: report.contacts.map(({ name, address, phone }, index) => ({
      subscriberCode: `contact-${index}`,
      name,
      telephone: phone,
      CreditAddress: address === null ? null : addressOf(address),
    })),
  }
}

const documentOf = (report: DisplayedReport): Json =>
  report.isGrouped
    ? { TrueLinkCreditReportType: reportOf(report) }
    : {
        BundleComponents: {
          BundleComponent: [...bureaus, null].map(bureau => ({
            Type: bureau === null ? 'Report' : `${symbols[bureau]}Report`,
            TrueLinkCreditReportType: reportOf(report, bureau),
          })),
        },
      }

/** Only the months shown on the page: the current manner of payment is not one of them. */
const withPrintedMonths = (account: Account, report: DisplayedReport): Account => {
  const [at = 0, index = 0] = (account.sourceRowId ?? '').split(' ').map(Number)
  const printed = new Set(report.accounts[at]?.trades[index]?.months.map(({ month }) => month))
  return {
    ...account,
    sourceRowId: null,
    subscriberCode: null,
    paymentHistory: account.paymentHistory.filter(({ date }) => printed.has(date)),
  }
}

const words = [
  ['payStatus', payStatusLabels],
  ['condition', conditionLabels],
  ['creditType', [...accountTypeLabels, [/other|unknown/i, '']]],
] as const

/** Status or type words with an unknown meaning. */
const unknownWordsIn = (report: DisplayedReport): (Doubt & { bureau: Bureau })[] =>
  report.accounts.flatMap(({ name, trades }) =>
    trades.flatMap(({ bureau, values }) => {
      const count = words.filter(([key, known]) => {
        const value = values.get(key)
        return value !== undefined && !known.some(([pattern]) => pattern.test(value))
      }).length
      return count === 0
        ? []
        : [{ bureau, kind: 'unknownWords', section: 'accounts', about: name, count, place: null } as const]
    }),
  )

const coverageOf = (report: Report, displayed: DisplayedReport): BureauCoverage[] => {
  const doubts = [...displayed.doubts, ...unknownWordsIn(displayed)]
  const stating = displayed.files.filter(({ stated }) => Number(stated.accounts) > 0)
  return sortBureaus([...listBureaus(report), ...stating.map(({ bureau }) => bureau)]).map(bureau => {
    const count = (rows: readonly { bureau: Bureau }[]) => rows.filter(row => row.bureau === bureau).length
    const read = {
      accounts: count(report.accounts),
      inquiries: count(report.inquiries),
      publicRecords: count(report.publicRecords),
    }
    const stated = displayed.files.find(file => file.bureau === bureau)?.stated
    const own = doubts.filter(doubt => doubt.bureau === bureau).map(({ bureau: _, ...doubt }) => doubt)
    return {
      bureau,
      stated: {
        accounts: stated?.accounts ?? null,
        // The pages count two years and may list more; more than stated is a different measure, not a contradiction.
        inquiries: read.inquiries > Number(stated?.inquiries) ? null : (stated?.inquiries ?? null),
        publicRecords: stated?.publicRecords ?? null,
      },
      read,
      sections: [...displayed.sections],
      monthsUnreadable: own
        .filter(({ kind }) => kind === 'monthsUnreadable')
        .reduce((sum, { count: months }) => sum + months, 0),
      ...(displayed.pages ?? { pagesMissing: [], pagesDamaged: [], pagesStated: null }),
      doubts: own,
    }
  })
}

/** Reads what a page displays like the TrueLink reader reads the underlying document. */
export const readDisplayed = (displayed: DisplayedReport, format: SavedFormat): Reading => {
  const read = toTree(documentOf(displayed))
  if ('stopped' in read) return unreadable.recognized('a web page with more values than a credit report has')
  const reading = readTrueLink(read.tree)
  // A page without a section of accounts is not empty: its words are unknown, for example in another language.
  const isEmpty = displayed.sections.includes('accounts')
  if (reading === null || (reading.kind === 'noReport' && !isEmpty)) return nothingRead()
  if (reading.kind !== 'report') return reading
  const report: Report = {
    ...reading.report,
    format,
    formatVersion: null,
    accounts: reading.report.accounts.map(account => withPrintedMonths(account, displayed)),
    warnings: [...reading.report.warnings, ...displayed.warnings],
  }
  return finishReading(report, coverageOf(report, displayed))
}
