import type { PartialDate } from '#values/dates.ts'
import type { Dollars } from '#values/money.ts'
import type { AccountStatus, AccountType, PayToken } from '../canonical.ts'
import { lookUp } from './codes.ts'
import { parseDate, parseMoney } from './fields.ts'
import { metro2PortfolioOfWords } from './metro2-codes.ts'

/**
 * The meaning of words in consumer reports: web pages and PDFs print words where data files have codes. Words that match
 * nothing are kept and counted, never guessed.
 */

/** `-`, `--`, `N/A`, `Not reported` and similar: nothing is reported, which is not zero. */
export const isNothingPrinted = (text: string): boolean =>
  /^(?:[-\u2010-\u2015\u2212]{1,4}|n\/?a\.?|none|not reported|not available|no data)$/i.test(text.trim())

/** Bureaus put `>` and `<` around values that they consider adverse. */
export const dropAdverseMarks = (text: string): string =>
  text.replaceAll(/[<>]/g, ' ').replaceAll(/\s+/g, ' ').trim()

/** The first three letters of each month. */
export const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `Sep 1, 2026`, `September 01, 2026`, `May 2026`, and what `parseDate` reads. */
export const parsePrintedDate = (text: string | null): PartialDate | null => {
  const plain = (text ?? '').trim()
  const [, name = '', day, year = ''] = /^([A-Za-z]{3,9})\.?(?: (\d{1,2}),?)? (\d{4})$/.exec(plain) ?? []
  const month = monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1
  if (month === 0) return parseDate(plain)
  return parseDate([year, month, ...(day === undefined ? [] : [day])].join('-'))
}

type PrintedStatus = {
  /** The current manner of payment; U for unknown words, null if they only state open, closed or paid. */
  payStatus: PayToken | null
  /** The worst past status in the words ("was past due 60 days"). */
  worst: PayToken | null
  condition: AccountStatus | null
  isCollection: boolean
  chargeOffAmount: Dollars | null
  amountPastDue: Dollars | null
  /** False if no word is known. */
  isKnown: boolean
}

type StatusRule = readonly [pattern: RegExp, token: PayToken]

/** Worst first; the first match counts. */
const adverse: readonly StatusRule[] = [
  [
    /^collections?$|\bcollection account\b|\bplaced for collection\b|\bin collections?\b|\bassigned to .{0,60}\bcollection/,
    'COL',
  ],
  [/\bcharged?[- ]?off\b|\bwritten off\b|\bbad debt\b|\bc\/o\b/, 'CO'],
  [/\bforeclos/, 'FC'],
  [/\bvoluntar(?:y|ily) (?:surrender|repossess)/, 'VS'],
  [/\breposs|\brpo\b/, 'REPO'],
  [/\bchapter (?:7|11|12|13)\b|\bbankruptcy\b|\bwage earner\b/, 'BK'],
]

/** Most days first. Amounts are removed before: "$60 past due" does not mean 60 days late. */
const late: readonly StatusRule[] = [
  [/\b180\b/, '180'],
  [/\b150\b/, '150'],
  [/\b120\b/, '120'],
  [/\b90\b/, '90'],
  [/\b60\b/, '60'],
  [/\b30\b/, '30'],
]

const lateWords = /\bdays?\b|\blate\b|\bpast due\b|\bdelinquen|^\d{2,3}\+?$/

const latenessIn = (words: string): PayToken | null => {
  const plain = words.replaceAll(/\$[\d,.]{1,20}/g, '').trim()
  return lateWords.test(plain) ? (late.find(([days]) => days.test(plain))?.[1] ?? null) : null
}

const asAgreed =
  /\bnever late\b|\bpa(?:ys|ying|id) (?:or paying )?as (?:agreed|arranged)\b|\bcurrent\b|\bterms met\b|\bpaid satisfactorily\b/

/** No rating: not rated, or settled without a statement of how it was paid before. */
const unrated = /\bsettled\b|\bsettlement\b|\btoo new\b|\bunrated\b|\bnot rated\b|\bnot reported\b|\bn\/r\b/

/** Words that do not describe how the account is paid. */
const stateOnly =
  /^(?:open|closed|paid|transferred|sold|refinanced|inactive|account|and|or|to|another|lender|zero|balance|[\s.,;/-])+$/

/** Words that mark lateness as past: "was past due 30 days", "never", "in the past". */
const past = /\bwas\b|\bnever\b|\bin the past\b|\bpreviously\b/

const amountIn = (words: string, behind: RegExp): Dollars | null => {
  const [, amount] = behind.exec(words) ?? []
  return parseMoney(amount)
}

/** The final state in words. With "Paid" the balance decides, as in `deriveAccountStatus`. */
export const readConditionWords = (words: string | null): AccountStatus | null => {
  const plain = dropAdverseMarks(words ?? '').toLowerCase()
  if (/\btransfer|\bsold\b/.test(plain)) return 'Transferred'
  if (/\brefinanced\b/.test(plain)) return 'Refinanced'
  if (/\bclosed\b/.test(plain)) return 'Closed'
  return /^paid\b(?! (?:or paying )?as\b)/.test(plain) ? 'Paid' : null
}

const adverseIn = (words: string): PayToken | null => {
  const isOver = /\bdismissed\b|\bwithdrawn\b/.test(words)
  return adverse.find(([pattern, token]) => pattern.test(words) && !(token === 'BK' && isOver))?.[1] ?? null
}

/** A status sentence, a payment rating or a mark of a payment grid in words. */
export const readStatusWords = (text: string | null): PrintedStatus => {
  const words = dropAdverseMarks(text ?? '')
    .slice(0, 1000)
    .toLowerCase()
  const severe = adverseIn(words)
  const lateness = latenessIn(words)
  const isPast = past.test(words)
  const now = severe ?? (lateness !== null && !isPast ? lateness : null)
  const agreed = asAgreed.test(words) ? 'OK' : null
  const condition = readConditionWords(words)
  const isState = words === '' || stateOnly.test(words)
  const isKnown = now !== null || lateness !== null || agreed !== null || unrated.test(words) || isState
  const payStatus = now ?? agreed ?? (isState || (lateness !== null && isPast) ? null : 'U')
  return {
    payStatus,
    worst: severe ?? lateness,
    condition,
    isCollection: severe === 'COL',
    chargeOffAmount: amountIn(words, /(\$[\d,.]{1,20}) (?:written|charged) off/),
    amountPastDue: amountIn(words, /(\$[\d,.]{1,20}) past due/),
    isKnown,
  }
}

/** The marks of payment grids; null for marks without a month (`CLS`, `ND`, `-`), undefined for unknown ones. */
const gridMarks: Readonly<Record<string, PayToken | null>> = {
  OK: 'OK',
  '\u2713': 'OK',
  '\u2714': 'OK',
  '30': '30',
  '60': '60',
  '90': '90',
  '120': '120',
  '120+': '120',
  '150': '150',
  '180': '180',
  '180+': '180',
  CO: 'CO',
  'C/O': 'CO',
  C: 'COL',
  COL: 'COL',
  R: 'REPO',
  RPO: 'REPO',
  REPO: 'REPO',
  F: 'FC',
  FC: 'FC',
  V: 'VS',
  VS: 'VS',
  B: 'BK',
  BK: 'BK',
  TN: 'U',
  TNT: 'U',
  'N/R': 'U',
  U: 'U',
  CLS: null,
  ND: null,
  X: null,
}

/** One mark of a payment grid: a token, null for a month without data, undefined for an unknown mark. */
export const readGridMark = (mark: string): PayToken | null | undefined => {
  const plain = dropAdverseMarks(mark).toUpperCase()
  if (plain === '' || isNothingPrinted(plain)) return null
  return Object.hasOwn(gridMarks, plain) ? gridMarks[plain] : undefined
}

/** Longer and rarer words first: "Home equity line of credit" is not a home loan. */
const types: readonly (readonly [pattern: RegExp, type: AccountType])[] = [
  [/\bcollections?\b|\bdebt buyer\b|\bfactoring company\b/, 'Collection'],
  [/\bline of credit\b|\bheloc\b|\bhome equity line\b|\bcredit line\b/, 'Line of credit'],
  [/\bhome improvement\b|\bhome equity\b|\bmanufactured housing\b/, 'Installment'],
  [/\bmortgage\b|\breal estate\b|\bhome loan\b|\bconventional\b|\bfha\b|\bva\b/, 'Mortgage'],
  [/\bcredit cards?\b|\bcharge (?:account|card)\b|\brevolving\b|\bretail\b/, 'Revolving'],
  [
    /\bauto\b|\beducation\b|\bstudent\b|\bunsecured\b|\bpersonal loan\b|\binstallment\b|\bnote loan\b|\bsecured\b/,
    'Installment',
  ],
  [/\bopen account\b|^open$|\butility\b|\btelecommunications?\b|\bcell(?:ular)?\b/, 'Open'],
]

/** The type in words; otherwise that of Metro 2's account types, whose words bureaus print; otherwise Unknown. */
export const readTypeWords = (text: string | null): AccountType => {
  const words = dropAdverseMarks(text ?? '')
    .slice(0, 200)
    .toLowerCase()
  return types.find(([pattern]) => pattern.test(words))?.[1] ?? metro2PortfolioOfWords(words) ?? 'Unknown'
}

const responsibilities: Readonly<Record<string, string>> = {
  individual: 'Individual',
  joint: 'Joint',
  'joint contractual liability': 'Joint',
  'joint contractual responsibility': 'Joint',
  'joint participating': 'Joint participant',
  'authorized user': 'Authorized user',
  authorized: 'Authorized user',
  'co-maker': 'Co-maker',
  comaker: 'Co-maker',
  cosigner: 'Co-maker',
  'co-signer': 'Co-maker',
  maker: 'Maker',
  'on behalf of another person': 'On behalf of another person',
  shared: 'Shared',
  terminated: 'Terminated',
  undesignated: 'Undesignated',
  deceased: 'Deceased',
}

/** `Individual Account` as Individual; unknown words unchanged. */
export const readResponsibilityWords = (text: string | null): string | null => {
  if (text === null || isNothingPrinted(text)) return null
  const words = dropAdverseMarks(text)
  return (
    lookUp(
      responsibilities,
      words
        .toLowerCase()
        .replace(/\.$/, '')
        .replace(/ account$/, ''),
    ) ?? words
  )
}

/** Whether words state that the consumer now disputes the account; otherwise null. "Dispute resolved" does not count. */
export const readDisputed = (text: string): true | null => {
  const words = dropAdverseMarks(text).toLowerCase()
  if (/\bpreviously in dispute\b|\bwas in dispute\b|\bnot disputed\b/.test(words)) return null
  return /\bdisputed by (?:the )?consumer\b|\bconsumer (?:still )?disputes?\b(?! resolved)|\bconsumer disagrees\b|\bin dispute\b/.test(
    words,
  )
    ? true
    : null
}
