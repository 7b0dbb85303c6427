import type { Item, Step } from '#features/planning/what-if/step.ts'
import type { Account, AccountType, PayToken, Report } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { Chance } from '../chance.ts'
import { accountOf, inquiryOf, recordOf, reportOf } from '../reports/report-of.ts'

/** Random reports for what-if, with every field that its figures depend on given, missing or odd, and random steps. */

const pad = (number: number) => String(number).padStart(2, '0')

const dayOf = (chance: Chance, from: number, to: number): string =>
  `${chance.between(from, to)}-${pad(chance.between(1, 12))}-${pad(chance.between(1, 28))}`

const dateOf = (chance: Chance, from: number, to: number): string | null => {
  if (chance.is(0.15)) return null
  const day = dayOf(chance, from, to)
  return chance.one([day, day, day, day.slice(0, 7), day.slice(0, 4)])
}

const moneyOf = (chance: Chance, least: number, most: number): string | null =>
  chance.is(0.15) ? null : (chance.between(least, most) / 100).toFixed(2)

const historyOf = (chance: Chance): Account['paymentHistory'] => {
  const year = chance.between(2017, 2025)
  const first = chance.between(1, 12)
  return Array.from({ length: chance.between(0, 14) }, (_, nth) => {
    const month = first - 1 + nth
    const status: PayToken = chance.is(0.7) ? 'OK' : chance.one(['30', '60', '90', 'U', 'VS', 'BK'])
    return { date: `${year + Math.floor(month / 12)}-${pad((month % 12) + 1)}`, status }
  })
}

const types = ['Revolving', 'Revolving', 'Revolving', 'Installment', 'Mortgage', 'Collection'] as const

const rowOf = (chance: Chance, id: string, bureau: Bureau, accountType: AccountType): Account => {
  const isCollection = accountType === 'Collection'
  const isDerogatory = isCollection || chance.is(0.15)
  return accountOf({
    id,
    bureau,
    accountType,
    isCollection,
    isDerogatory,
    accountTypeDetail: null,
    creditorName: `Bank ${id}`,
    openClosed: chance.one(['Open', 'Open', 'Open', 'Closed', null]),
    accountStatus: isDerogatory ? 'Derogatory' : chance.one(['Open', 'Open', 'Closed', 'Paid']),
    payStatus: isDerogatory ? chance.one(['CO', 'REPO', '120', 'OK']) : 'OK',
    currentBalance: moneyOf(chance, -5_000, 900_000),
    creditLimit: chance.is(0.1) ? '0.00' : moneyOf(chance, 10_000, 1_500_000),
    dateOpened: chance.is(0.05) ? '2027-03-04' : dateOf(chance, 2005, 2025),
    dateFirstDelinquency: isDerogatory ? dateOf(chance, 2017, 2025) : null,
    dateChargeOff: isDerogatory && chance.is(0.3) ? dateOf(chance, 2018, 2025) : null,
    paymentHistory: historyOf(chance),
  })
}

export const randomReport = (chance: Chance): Report => {
  const accounts = Array.from({ length: chance.between(0, 6) }, (_, nth) => {
    const type = chance.one(types)
    return bureaus.filter(() => chance.is(0.75)).map(bureau => rowOf(chance, `account-${nth}`, bureau, type))
  }).flat()
  const inquiries = Array.from({ length: chance.between(0, 6) }, (_, nth) =>
    inquiryOf({
      id: `inquiry-${nth}`,
      bureau: chance.one(bureaus),
      company: chance.one(['Cedar Auto Finance', 'Lakeshore Bank', 'Pine Mortgage']),
      date: chance.is(0.3) ? '2025-02-11' : dateOf(chance, 2023, 2026),
      kind: chance.one(['hard', 'unknown', 'soft']),
    }),
  )
  const publicRecords = Array.from({ length: chance.between(0, 2) }, (_, nth) =>
    recordOf({
      id: `record-${nth}`,
      bureau: chance.one(bureaus),
      caseNumber: `case-${nth}`,
      type: chance.one(['Chapter 7 bankruptcy', 'Tax lien', 'Civil judgment', 'Notice']),
      filed: dateOf(chance, 2014, 2025),
      disposed: dateOf(chance, 2015, 2025),
      ...(chance.is(0.5) ? { petition: 'voluntary' } : {}),
    }),
  )
  return reportOf({
    accounts,
    inquiries,
    publicRecords,
    files: bureaus.map(bureau => ({ bureau, status: chance.is(0.9) ? 'hit' : 'noHit', text: null })),
  })
}

const someBureaus = (chance: Chance): { bureaus?: Bureau[] } =>
  chance.is(0.5) ? {} : { bureaus: [chance.one(bureaus)] }

export const randomStep = (chance: Chance, { accounts }: Pick<Report, 'accounts'>): Step => {
  const accountId = `account-${chance.between(0, 6)}`
  const of = { accountId, label: accountId }
  const months = accounts.filter(({ id }) => id === accountId).flatMap(row => row.paymentHistory)
  const month = months[chance.between(0, 20)]?.date ?? '2024-05'
  const steps: readonly [() => Step, ...(() => Step)[]] = [
    () => ({ kind: 'pay', ...of, amount: chance.between(1, 500_000) }),
    () => ({ kind: 'close', ...of }),
    () => ({ kind: 'open', limit: chance.between(50_000, 1_000_000) }),
    () => ({ kind: 'raise', ...of, limit: chance.between(50_000, 2_000_000) }),
    () => ({
      kind: 'correct',
      ...of,
      ...someBureaus(chance),
      fields: {
        balance: chance.between(0, 500_000),
        ...(chance.is(0.5) ? { limit: chance.between(10_000, 900_000) } : {}),
        ...(chance.is(0.5) ? { dateOpened: dayOf(chance, 2003, 2026) } : {}),
        ...(chance.is(0.5) ? { isOpen: chance.is(0.5) } : {}),
        ...(chance.is(0.3) ? { onTimeMonths: [month] } : {}),
      },
    }),
    () => ({
      kind: 'remove',
      label: 'Item',
      ...someBureaus(chance),
      item: chance.one<Item>([
        { kind: 'account', id: accountId },
        { kind: 'inquiry', id: `inquiry-${chance.between(0, 6)}` },
        { kind: 'record', id: `record-${chance.between(0, 2)}` },
      ]),
    }),
    () => ({ kind: 'until_inquiry_leaves', inquiryId: `inquiry-${chance.between(0, 6)}`, label: 'Inquiry' }),
    () => ({ kind: 'until_late_month_leaves', ...of, month }),
    () => ({ kind: 'months', months: chance.between(1, 60) }),
  ]
  return chance.one(steps)()
}
