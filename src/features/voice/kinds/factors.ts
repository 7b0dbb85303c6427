import type { Factor } from '#features/credit/contract.ts'
import { formatUtilization, listCardUse, openCards } from '#features/credit/factors/card-use.ts'
import type { CreditFacts, ShownInquiry } from '#features/credit/facts.ts'
import { accountName, count, formatCents } from '#features/credit/wording.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  afterTheftCheck,
  citeAccount,
  citeBasis,
  citeFactor,
  listText,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
  reportAnswer,
} from '../answer.ts'
import type { Citation } from '../contract.ts'
import { isInPeriod, type Period } from '../period.ts'

const factorOf = ({ analytics }: ReportData, id: Factor['id']): Factor | undefined =>
  analytics.creditFactors.find(factor => factor.id === id)

const CITED = 12

const factorAnswer = (
  known: ReportData,
  id: Factor['id'],
  field: keyof ShownAccount,
  lead: (factor: Factor) => string,
  missing: string,
  rest = '',
): Answer => {
  const factor = factorOf(known, id)
  if (factor === undefined) return reportAnswer(missing)
  return reportAnswer(`${lead(factor)} ${factor.description}${rest}`, [
    citeFactor(factor),
    ...citeBasis(factor.basis, field).slice(0, CITED),
  ])
}

/** The open cards without a balance or a limit, on a separate line. */
export const describeUncounted = (facts: CreditFacts): string => {
  const names = listCardUse(facts)
    .filter(({ use }) => use === null)
    .map(({ label }) => label)
  return names.length === 0
    ? ''
    : `\nNot counted, because the report gives no limit or no balance: ${showList(names)}.`
}

/** Balances divided by limits of open cards. */
const utilizationAnswer = (known: ReportData): Answer =>
  factorAnswer(
    known,
    'credit_utilization',
    'creditLimit',
    ({ value, rating }) => `Your credit utilization is ${value.toLowerCase()}, rated ${rating}.`,
    'Your report has no open card with a balance and a limit, so there is no utilization to count.',
    describeUncounted(known.facts),
  )

const cardUseAnswer = (known: ReportData): Answer => {
  const { facts } = known
  const cards = openCards(facts).toSorted(
    (one, other) => other.balance * one.limit - one.balance * other.limit,
  )
  if (cards.length === 0)
    return reportAnswer(
      'Your report has no open card with a balance and a limit, so there is no use to count.',
    )
  const lines = cards.map(
    ({ row, balance, limit }) =>
      `${accountName(row, facts)} uses ${formatUtilization(balance, limit)}: ${formatCents(balance)} of ${formatCents(limit)}.`,
  )
  return reportAnswer(
    `${listText('', lines)}${describeUncounted(facts)}`,
    cards.map(({ row }) => citeAccount(row, 'creditLimit', facts)),
  )
}

/** By impact, then by distance from the best rating. */
const factorsAnswer = (known: ReportData): Answer => {
  const factors = known.analytics.creditFactors
  if (factors.length === 0) return reportAnswer('Your report holds too little to rate any factor.')
  const weak = factors.filter(({ rating }) => rating === 'fair' || rating === 'poor')
  const line = ({ title, value, rating, impactLevel }: Factor) =>
    `${title}: ${value}, rated ${rating}, ${impactLevel} impact.`
  return reportAnswer(
    listText(
      weak.length === 0
        ? 'Nothing is rated fair or poor.'
        : `What weighs against you now: ${showList(weak.map(({ title }) => title.toLowerCase()))}.`,
      factors.map(line),
    ),
    factors.map(citeFactor),
  )
}

/** Share of reported months paid on time. */
const paymentHistoryAnswer = (known: ReportData): Answer =>
  factorAnswer(
    known,
    'payment_history',
    'paymentHistory',
    ({ value, rating }) => `${value} of your reported months were paid on time, rated ${rating}.`,
    'Your report has no payment history to count.',
  )

/** Mean age of open accounts. */
const creditAgeAnswer = (known: ReportData): Answer =>
  factorAnswer(
    known,
    'credit_age',
    'dateOpened',
    ({ value, rating }) => `Your credit is ${value} old on average, rated ${rating}.`,
    'Your report has no open account with an opening date, so there is no age to count.',
  )

/** Types whose names would be misunderstood. */
const typeWords: Partial<Record<ShownAccount['accountType'], string>> = {
  Open: 'paid in full each month',
  Unknown: 'of an unknown type',
}

/** All accounts, open ones, and how many of each type. */
const accountCountAnswer = (known: ReportData): Answer => {
  const answer = factorAnswer(
    known,
    'total_accounts',
    'accountStatus',
    ({ rating }) => `Your number of accounts is rated ${rating}.`,
    'Your report lists no accounts.',
  )
  const ofType = Map.groupBy(known.facts.accounts, ({ latest }) => latest.accountType)
  const types = [...ofType].map(([type, some]) => `${some.length} ${typeWords[type] ?? type.toLowerCase()}`)
  return types.length === 0 ? answer : { ...answer, text: `${answer.text} By type: ${types.join(', ')}.` }
}

const NAMED = 8

const citeInquiry = ({ id, company, bureau }: ShownInquiry): Citation => ({
  label: company,
  bureau,
  field: `creditInquiries/${id}/date`,
})

/** Applications within a period, each company and date once, newest first. */
const inquiriesInPeriod = ({ facts }: ReportData, period: Period): Answer => {
  const found = facts.inquiries.filter(({ date }) => isInPeriod(date, period))
  const note = 'Bureaus usually list inquiries for two years.'
  if (found.length === 0) return reportAnswer(`No application for credit is listed. ${note}`)
  const more = found.length - NAMED
  return reportAnswer(
    listText(
      `${count(found.length, 'application')} for credit ${found.length === 1 ? 'is' : 'are'} listed.`,
      found.slice(0, NAMED).map(({ company, date }) => `${company} on ${showDate(date)}`),
      `${more > 0 ? `And ${more} more. ` : ''}${note}`,
    ),
    found.slice(0, CITED).map(citeInquiry),
  )
}

/** Applications of the last 24 months, each company and date once, newest first. */
const inquiriesAnswer = (known: ReportData, { period }: QuestionDetails): Answer => {
  const factor = factorOf(known, 'hard_inquiries')
  if (factor === undefined) return reportAnswer('Your report does not say anything of inquiries.')
  if (period !== null) return inquiriesInPeriod(known, period)
  const { basis } = factor
  const more = basis.length - NAMED
  return reportAnswer(
    listText(
      factor.description,
      basis.slice(0, NAMED).map(({ label, value }) => `${label} on ${value}`),
      more > 0 ? `And ${more} more.` : '',
    ),
    [citeFactor(factor), ...citeBasis(basis, 'id').slice(0, CITED)],
  )
}

/** The first recommendations of the weakest factors, as in Overview. No score is promised. */
const improveAnswer = (known: ReportData): Answer => {
  const advised = known.analytics.creditFactors.flatMap(factor =>
    factor.alerts.slice(0, 1).map(alert => ({ factor, alert })),
  )
  const first = advised.slice(0, 3)
  if (first.length === 0)
    return reportAnswer('Your report shows nothing that needs you now. Keep paying on time.')
  return afterTheftCheck(
    known,
    reportAnswer(
      listText(
        'What the report suggests, first things first:',
        first.map(({ alert }) => alert.recommendation),
        'Nobody can promise what a score does after that.',
      ),
      first.flatMap(({ factor }) => [citeFactor(factor), ...citeBasis(factor.basis, 'id').slice(0, 3)]),
    ),
  )
}

export const factorKinds = {
  card_use: {
    answer: cardUseAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'account',
    suggestion: {
      english: 'How much of each card limit am I using?',
      spanish: '¿Cuál es el uso de cada tarjeta?',
    },
  },
  utilization: {
    answer: utilizationAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'account',
    suggestion: { english: 'What is my credit utilization?', spanish: '¿Cuál es mi utilización de crédito?' },
  },
  payment_history: {
    answer: paymentHistoryAnswer,
    needs: ['accounts', 'paymentHistory'],
    period: 'newest',
    company: 'account',
    suggestion: { english: 'What is my payment history?', spanish: '¿Cuál es mi historial de pagos?' },
  },
  inquiries: {
    answer: inquiriesAnswer,
    needs: ['inquiries'],
    period: 'restricts',
    company: 'rows',
    says: ['when'],
    suggestion: { english: 'Who checked my credit?', spanish: '¿Quién consultó mi crédito?' },
  },
  credit_age: {
    answer: creditAgeAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'account',
    says: ['when', 'how_long'],
    suggestion: { english: 'How old is my credit?', spanish: '¿Cuál es la antigüedad de mi crédito?' },
  },
  account_count: {
    answer: accountCountAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'rows',
    suggestion: { english: 'How many accounts do I have?', spanish: '¿Cuántas cuentas tengo?' },
  },
  factors: {
    answer: factorsAnswer,
    needs: ['accounts', 'inquiries', 'publicRecords', 'paymentHistory'],
    says: ['why'],
    suggestion: {
      english: 'Which factors affect my score the most?',
      spanish: '¿Qué factores afectan más mi puntaje?',
    },
  },
  improve: {
    answer: improveAnswer,
    needs: ['accounts', 'inquiries', 'publicRecords', 'paymentHistory'],
    says: ['why'],
    suggestion: { english: 'How can I improve my score?', spanish: '¿Cómo puedo mejorar mi puntaje?' },
  },
} as const satisfies Record<string, ReportKindDefinition>
