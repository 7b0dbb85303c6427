import { monthOf } from '#values/dates.ts'
import type { Account, AccountStatus, Remark } from '../../../canonical.ts'
import type { Doubt } from '../../../coverage.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../../derive.ts'
import { isHighBalanceTheLimit, isOwed, parseFreeText, resolveLimitAndHighBalance } from '../../fields.ts'
import {
  readConditionWords,
  readDisputed,
  readResponsibilityWords,
  readStatusWords,
  readTypeWords,
} from '../../printed-words.ts'
import { findColumns } from '../columns.ts'
import { readFields } from '../fields.ts'
import { createLabels, findUnknownLabels } from '../labels.ts'
import type { ShapesByPage } from '../marks.ts'
import type { Row } from '../rows.ts'
import { createDoubt, createValues, listFieldDoubts } from '../values.ts'
import {
  type AccountBlock,
  accountLabels,
  accountLabelTable,
  gridRowsOf,
  parseHeading,
  splitAccounts,
} from './account-blocks.ts'
import { parseContact } from './contact.ts'
import { type Legend, readHistory, readLegend } from './history.ts'

/** What Equifax's print does not contain. */
export const notPrinted = {
  bureau: 'Equifax',
  industry: null,
  subscriberCode: null,
  worstStatus: null,
  datePaid: null,
  dateChargeOff: null,
  late30: null,
  late60: null,
  late90: null,
  valuesShared: false,
  bureausKnown: true,
  sourceRowId: null,
} as const satisfies Partial<Account>

/** The narrative codes with the text printed below the account; `unknown`: codes without text. */
const readNarratives = (
  codes: string | null,
  below: readonly Row[],
): { remarks: Remark[]; unknown: number } => {
  const listed = [...new Set(codes?.match(/\d{3}/g))]
  const words = new Map<string, string>()
  let current: string | null = null
  for (const { text } of below) {
    const [, code = '', said = ''] = /^(\d{3})[ :-]{1,3}([A-Z].*)$/.exec(text) ?? []
    if (listed.includes(code) && !words.has(code)) {
      current = code
      words.set(code, said)
    } else if (current !== null && /^[a-z]/.test(text)) words.set(current, `${words.get(current)} ${text}`)
    else current = null
  }
  return {
    remarks: listed.map(code => ({
      code,
      text: parseFreeText(words.get(code) ?? null) ?? `Equifax narrative code ${code}`,
    })),
    unknown: listed.filter(code => !words.has(code)).length,
  }
}

/** Consistent with the JSON reader for the same activities. */
const readActivity = (words: string | null): { condition: AccountStatus | null; isClosed: boolean } => {
  const isPaid = /^paid\b/i.test(words ?? '')
  return {
    condition: isPaid ? 'Paid' : readConditionWords(words),
    isClosed: /\bclosed\b|\btransfer|\bsold\b|\brefinanced\b/i.test(words ?? ''),
  }
}

type ReadAccounts = { accounts: Account[]; doubts: Doubt[]; monthsUnreadable: number }

type Context = {
  labels: typeof accountLabels
  columns: ReturnType<typeof findColumns>
  shapes: ShapesByPage
  legend: Legend | null
}

const readAccount = (block: AccountBlock, heading: Row, id: string, context: Context): ReadAccounts => {
  const { labels, columns, shapes } = context
  const { name: printedName, openClosed: stated } = parseHeading(heading)
  const name = parseFreeText(printedName) ?? 'Unnamed creditor'
  const fields = readFields(block.labels, labels, { columns, colons: true })
  const values = createValues(fields)
  const statusWords = values.text('status')
  const status = readStatusWords(statusWords)
  const typeWords = values.text('type')
  const type = readTypeWords(typeWords)
  const activityWords = values.text('activity')
  const activity = readActivity(activityWords)
  const narratives = readNarratives(values.text('narratives'), block.below)
  const majorDelinquency = values.text('majorDelinquency')
  const remarks: Remark[] = [
    ...narratives.remarks,
    ...(majorDelinquency === null
      ? []
      : [{ code: null, text: `Date of first major delinquency: ${majorDelinquency}` }]),
  ]
  const says = (pattern: RegExp) => remarks.some(({ text }) => pattern.test(text))
  const isHighChargeOff = says(/\bhigh credit\b.{0,20}\boriginal charge[- ]off\b/i)
  const high = values.money('high')
  const amounts = resolveLimitAndHighBalance(
    values.money('limit'),
    isHighChargeOff ? null : high,
    remarks.some(({ text }) => isHighBalanceTheLimit(text)),
  )
  const chargeOffAmount = values.money('chargeOff') ?? (isHighChargeOff ? high : null)
  const payStatus = status.payStatus ?? (isOwed(chargeOffAmount) ? 'CO' : null)
  const dateClosed = values.date('closed')
  const isClosed = stated === 'Closed' || activity.isClosed || dateClosed !== null
  const facts: AccountFacts = {
    condition: activity.condition ?? status.condition,
    openClosed: isClosed ? 'Closed' : stated,
    payStatus,
    isCollection: type === 'Collection' || payStatus === 'COL',
    currentBalance: values.money('balance'),
    datePaid: null,
  }
  const dateOpened = values.date('opened')
  const lastReported = values.date('lastReported')
  const history = readHistory(
    gridRowsOf(block.below),
    readLegend(block.below, shapes) ?? context.legend,
    shapes,
    [monthOf(dateOpened), monthOf(lastReported)],
  )
  const { address, phone } = parseContact(block.contact.map(({ text }) => text))
  const account: Account = {
    ...notPrinted,
    ...facts,
    ...amounts,
    id,
    creditorName: name,
    creditorNameReported: name,
    accountNumber: values.text('number'),
    accountType: type,
    accountTypeDetail: typeWords,
    responsibility: readResponsibilityWords(values.text('owner')),
    condition: activityWords ?? statusWords,
    accountStatus: deriveAccountStatus(facts),
    isDerogatory: deriveIsDerogatory(facts),
    originalCreditor: null,
    monthlyPayment: values.money('scheduledPayment'),
    originalAmount: null,
    amountPastDue: values.money('pastDue'),
    chargeOffAmount,
    termLength: values.months('term'),
    dateOpened,
    dateClosed,
    dateStatus: null,
    lastReported,
    dateLastActive: values.date('lastActivity'),
    dateLastPayment: values.date('lastPayment'),
    dateFirstDelinquency: values.date('firstDelinquency'),
    monthsReviewed: values.count('monthsReviewed'),
    disputed: remarks.some(({ text }) => readDisputed(text)) || readDisputed(statusWords ?? '') ? true : null,
    remarks,
    address,
    creditorPhone: phone,
    paymentHistory: history.months,
  }
  const rows = [heading, ...block.contact, ...block.labels]
  const unknownWords =
    Number(!status.isKnown) + Number(typeWords !== null && type === 'Unknown') + narratives.unknown
  return {
    accounts: [account],
    monthsUnreadable: history.unreadable,
    doubts: [
      ...createDoubt('monthsUnreadable', 'accounts', name, [...block.below, ...rows], history.unreadable),
      ...createDoubt('unknownWords', 'accounts', name, rows, unknownWords),
      ...listFieldDoubts(fields, values.odd, 'accounts', name),
    ],
  }
}

/** The accounts of a print. One with a lost heading or labels is left out and reported as a doubt. */
export const readAccounts = (rows: readonly Row[], shapes: ShapesByPage): ReadAccounts => {
  const { blocks, lost } = splitAccounts(rows)
  const unknown = findUnknownLabels(
    blocks.map(block => block.labels),
    accountLabels,
  )
  const context: Context = {
    labels: createLabels(accountLabelTable, unknown),
    columns: findColumns(rows, accountLabels),
    shapes,
    legend: readLegend(rows, shapes),
  }
  const read = blocks.map((block, index): ReadAccounts => {
    const { heading } = block
    return heading === null
      ? {
          accounts: [],
          monthsUnreadable: 0,
          doubts: createDoubt('entryLost', 'accounts', null, block.labels),
        }
      : readAccount(block, heading, `account-${index}`, context)
  })
  return {
    accounts: read.flatMap(({ accounts }) => accounts),
    monthsUnreadable: read.reduce((sum, one) => sum + one.monthsUnreadable, 0),
    doubts: [
      ...read.flatMap(({ doubts }) => doubts),
      ...lost.flatMap(row => createDoubt('entryLost', 'accounts', parseHeading(row).name, [row])),
    ],
  }
}
