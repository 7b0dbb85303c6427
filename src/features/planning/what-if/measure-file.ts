import type { Factor } from '#features/credit/contract.ts'
import { factorBands } from '#features/credit/factor-bands.ts'
import { listCardUse, openCards } from '#features/credit/factors/card-use.ts'
import { derogatoryRows } from '#features/credit/factors/derogatory-marks.ts'
import { lateMonths, ratedMonths, ratedRows } from '#features/credit/factors/payment-history.ts'
import { computeFactors } from '#features/credit/factors.ts'
import {
  type AccountOpening,
  type CreditFacts,
  collectFacts,
  findOpening,
  isOpenAccount,
  isWithinMonths,
} from '#features/credit/facts.ts'
import { accountName, count } from '#features/credit/wording.ts'
import { inquiryListedMonths } from '#features/findings/applications.ts'
import { isReadWhole } from '#features/reports/coverage.ts'
import { toFullReport } from '#features/reports/report-view.ts'
import { dayNumber } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { dollarsOf, rounded, sum } from '#values/money.ts'
import type { CreditFile } from './credit-file.ts'
import type { FileFigures } from './step.ts'

/** The figures of one bureau's file, by the same rules as Analytics. */

/** Why a factor cannot be determined; also the order of the factors. */
const lacking: Readonly<Record<Factor['id'], string>> = {
  payment_history: 'No month of any account is reported as paid or late.',
  credit_utilization: 'No open card reports both a balance and a limit.',
  derogatory_marks: 'This bureau gave no file.',
  credit_age: 'No open account reports when it was opened.',
  total_accounts: 'No account is listed.',
  hard_inquiries: 'This bureau gave no file.',
}

const factorIds: readonly Factor['id'][] = [
  'payment_history',
  'credit_utilization',
  'derogatory_marks',
  'credit_age',
  'total_accounts',
  'hard_inquiries',
]

const daysPerYear = 365.25

const measureAges = (
  opened: readonly AccountOpening[],
  facts: CreditFacts,
  on: string,
): FileFigures['ages'] => {
  const [oldest, ...others] = opened.toSorted((one, other) => dayNumber(one.date) - dayNumber(other.date))
  if (oldest === undefined) return { averageYears: null, oldest: null, newest: null }
  const show = ({ row, date }: AccountOpening) => ({ label: accountName(row, facts), date })
  const days = sum(opened.map(({ date }) => Math.max(0, dayNumber(on) - dayNumber(date)))) / opened.length
  return {
    averageYears: rounded(days / daysPerYear, 2),
    oldest: show(oldest),
    newest: show(others.at(-1) ?? oldest),
  }
}

const listLeftOut = (facts: CreditFacts, cards: FileFigures['cards'], on: string): string[] => {
  const uncounted = cards.filter(({ percent }) => percent === null).map(({ label }) => label)
  const undated = facts.accounts
    .filter(account => isOpenAccount(account) && findOpening(account, on) === null)
    .map(({ latest }) => accountName(latest, facts))
  const undatedInquiries = facts.inquiries.filter(({ date }) => date === null).length
  return [
    ...(uncounted.length > 0
      ? [`Card use leaves out ${showList(uncounted)}: the report lacks the balance or the limit.`]
      : []),
    ...(undated.length > 0
      ? [`The age leaves out ${showList(undated)}: the report does not say when it was opened.`]
      : []),
    ...(undatedInquiries > 0
      ? [`${count(undatedInquiries, 'inquiry', 'inquiries')} without a date cannot be counted.`]
      : []),
  ]
}

export const factsOf = ({ report, on }: CreditFile): CreditFacts => collectFacts(toFullReport(report), on)

/** Whether the document shows all inquiries of the file. One without that section does not show that there are none. */
const showsInquiries = ({ bureau, report: { parts } }: CreditFile): boolean => {
  const coverage = parts.find(part => part.bureau === bureau)?.coverage
  return coverage === undefined || isReadWhole(coverage, 'inquiries')
}

export const measureFile = (file: CreditFile, facts: CreditFacts): FileFigures => {
  const { on } = file
  const hasInquiries = showsInquiries(file)
  const factors = new Map(
    computeFactors(facts)
      .filter(({ id }) => hasInquiries || id !== 'hard_inquiries')
      .map(factor => [factor.id, factor]),
  )
  const inAll = openCards(facts)
  const balance = sum(inAll.map(card => card.balance))
  const limit = sum(inAll.map(card => card.limit))
  const cards = listCardUse(facts).map(({ bureau: _, own: __, ...card }) => card)
  const open = facts.accounts.filter(isOpenAccount)
  const rated = ratedRows(facts)
  return {
    on,
    factors: factorIds.map(id => {
      const factor = factors.get(id)
      return {
        id,
        title: factorBands[id].title,
        impactLevel: factorBands[id].impactLevel,
        value: factor?.value ?? null,
        rating: factor?.rating ?? null,
        lacks:
          factor !== undefined
            ? null
            : id === 'hard_inquiries' && !hasInquiries
              ? 'Not all inquiries are in this file.'
              : lacking[id],
      }
    }),
    cardsInAll:
      limit === 0
        ? null
        : {
            balance: dollarsOf(balance),
            limit: dollarsOf(limit),
            percent: rounded((balance * 100) / limit, 1),
          },
    cards,
    counts: {
      accounts: facts.accounts.length,
      openAccounts: open.length,
      openCards: cards.length,
      derogatory: derogatoryRows(facts).length + facts.records.length,
      lateMonths: sum(rated.map(row => lateMonths(row).length)),
      ratedMonths: sum(rated.map(row => ratedMonths(row).length)),
      inquiries: facts.inquiries.filter(({ date }) => isWithinMonths(date, inquiryListedMonths, on)).length,
    },
    ages: measureAges(
      open.map(account => findOpening(account, on)).filter(opening => opening !== null),
      facts,
      on,
    ),
    leftOut: listLeftOut(facts, cards, on),
  }
}
