import { openCards, repeatedCards } from '#features/credit/factors/card-use.ts'
import {
  type CreditFacts,
  findLatestRow,
  findOpening,
  isOpenAccount,
  type MatchedAccount,
} from '#features/credit/facts.ts'
import { accountName, count, describeRepeated, formatCents } from '#features/credit/wording.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import { isAuthorizedUserRow } from '#features/reports/row-ownership.ts'
import { sortBureaus } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { centsOf, showMoney } from '#values/money.ts'
import {
  type Answer,
  citeAccount,
  describeOthersCards,
  fixedAnswer,
  listText,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
  reportAnswer,
} from '../answer.ts'
import { isInPeriod } from '../period.ts'
import { describeUncounted } from './factors.ts'

const byOpening = ({ facts }: ReportData): ShownAccount[] =>
  facts.accounts
    .filter(({ latest }) => !latest.isCollection)
    .flatMap(account => (facts.asOf === null ? [] : (findOpening(account, facts.asOf)?.row ?? [])))
    .toSorted((one, other) => (one.dateOpened ?? '').localeCompare(other.dateOpened ?? ''))

const opened = (known: ReportData, row: ShownAccount | undefined, which: string): Answer =>
  row === undefined
    ? reportAnswer('Your report gives no opening date of any account.')
    : reportAnswer(
        `Your ${which} account is ${accountName(row, known.facts)}, opened ${showDate(row.dateOpened)}. It is shown as ${row.accountStatus.toLowerCase()}.`,
        [citeAccount(row, 'dateOpened', known.facts)],
      )

/** Open or not. A collection was opened by its collector and does not count. */
const oldestAccountAnswer = (known: ReportData): Answer => opened(known, byOpening(known)[0], 'oldest')

const newestAccountAnswer = (known: ReportData, { period }: QuestionDetails): Answer => {
  if (period === null) return opened(known, byOpening(known).at(-1), 'newest')
  const rows = byOpening(known).filter(({ dateOpened }) => isInPeriod(dateOpened, period))
  if (rows.length === 0) return reportAnswer('Your report shows no account that was opened then.')
  return reportAnswer(
    listText(
      `Your report shows ${count(rows.length, 'account')} that ${rows.length === 1 ? 'was' : 'were'} opened then.${describeRepeated(
        known.facts.repeated.filter(
          ({ latest }) => !latest.isCollection && isInPeriod(latest.dateOpened, period),
        ),
      )}`,
      rows.map(row => `${accountName(row, known.facts)}, opened ${showDate(row.dateOpened)}.`),
    ),
    rows.map(row => citeAccount(row, 'dateOpened', known.facts)),
  )
}

type Amount = { row: ShownAccount; cents: number }

/**
 * The amount in each account's most recently reported row that has one above zero. An account that a bureau lists twice
 * counts once, as `repeated` says.
 */
const amountsOf = (
  { accounts, repeated }: CreditFacts,
  field: 'currentBalance' | 'monthlyPayment',
  isCounted: (account: MatchedAccount) => boolean = () => true,
): { amounts: Amount[]; repeated: string } => {
  const amountOf = (account: MatchedAccount): Amount[] => {
    const row = findLatestRow(account, one => one[field] !== null)
    const cents = centsOf(row?.[field] ?? null) ?? 0
    return row === undefined || cents <= 0 ? [] : [{ row, cents }]
  }
  return {
    amounts: accounts.filter(isCounted).flatMap(amountOf),
    repeated: describeRepeated(
      repeated.filter(account => isCounted(account) && amountOf(account).length > 0),
    ),
  }
}

const sumOf = (amounts: readonly Amount[]): string =>
  formatCents(amounts.reduce((sum, { cents }) => sum + cents, 0))

const NAMED = 6

const CARDS = 12

const namedAmounts = (known: ReportData, amounts: readonly Amount[]): string => {
  const largest = amounts.toSorted((one, other) => other.cents - one.cents)
  const named = largest
    .slice(0, NAMED)
    .map(({ row, cents }) => `${accountName(row, known.facts)} ${formatCents(cents)}`)
  const more = amounts.length - named.length
  return listText(more > 0 ? 'The largest:' : '', named, more > 0 ? `And ${more} more.` : '')
}

const ofOthers = ({ facts }: ReportData, amounts: readonly Amount[]): string =>
  describeOthersCards(
    amounts.map(({ row }) => row),
    facts,
  )

const balancesAnswer = (known: ReportData): Answer => {
  const { amounts, repeated } = amountsOf(known.facts, 'currentBalance')
  if (amounts.length === 0) return reportAnswer('Your report shows no balance above zero.')
  const collections = amounts.filter(({ row }) => row.isCollection)
  const note =
    collections.length === 0
      ? ''
      : '\nA debt that was sold may stand there twice, with the first creditor and with the collector.'
  return reportAnswer(
    `Your report shows ${sumOf(amounts)} owed on ${count(amounts.length, 'account')}.${repeated}\n${namedAmounts(known, amounts)}${note}${ofOthers(known, amounts)}`,
    amounts.map(({ row }) => citeAccount(row, 'currentBalance', known.facts)),
  )
}

const monthlyPaymentsAnswer = (known: ReportData): Answer => {
  const { amounts, repeated } = amountsOf(known.facts, 'monthlyPayment', isOpenAccount)
  if (amounts.length === 0) return reportAnswer('Your report shows no monthly payment of an open account.')
  return reportAnswer(
    `The monthly payments reported for ${count(amounts.length, 'open account')} add up to ${sumOf(amounts)}.${repeated}\n${namedAmounts(known, amounts)}${ofOthers(known, amounts)}`,
    amounts.map(({ row }) => citeAccount(row, 'monthlyPayment', known.facts)),
  )
}

/** Limits of the open cards that utilization counts, and the unused part. */
const limitsAnswer = (known: ReportData): Answer => {
  const cards = openCards(known.facts)
  if (cards.length === 0) return reportAnswer('Your report has no open card with a balance and a limit.')
  const limit = cards.reduce((sum, card) => sum + card.limit, 0)
  const free = cards.reduce((sum, card) => sum + Math.max(0, card.limit - card.balance), 0)
  return reportAnswer(
    listText(
      `${count(cards.length, 'open card')} of your report ${cards.length === 1 ? 'has a limit of' : 'have limits of'} ${formatCents(limit)} in all; ${formatCents(free)} of it is not used.${describeRepeated(repeatedCards(known.facts))}`,
      cards.map(card => `${accountName(card.row, known.facts)} ${formatCents(card.limit)}`),
      describeUncounted(known.facts).trim(),
    ),
    cards.map(({ row }) => citeAccount(row, 'creditLimit', known.facts)),
  )
}

/** Cards and other revolving lines by name, without collections. */
const cardCountAnswer = (known: ReportData): Answer => {
  const isLine = ({ latest }: MatchedAccount) => latest.accountType === 'Revolving' && !latest.isCollection
  const cards = known.facts.accounts.filter(isLine)
  if (cards.length === 0)
    return reportAnswer('Your report lists no card and no other revolving line of credit.')
  const open = cards.filter(isOpenAccount).length
  const named = cards
    .slice(0, CARDS)
    .map(
      ({ latest }) =>
        `${accountName(latest, known.facts)}: ${latest.accountTypeDetail ?? 'revolving'}, ${latest.accountStatus.toLowerCase()}.`,
    )
  const more = cards.length - named.length
  return reportAnswer(
    listText(
      `Your report lists ${count(cards.length, 'revolving account')}, which are cards and other lines of credit, ${open} of them open.${describeRepeated(known.facts.repeated.filter(isLine))}`,
      named,
      more > 0 ? `And ${more} more.` : '',
    ),
    cards.slice(0, CARDS).map(({ latest }) => citeAccount(latest, 'accountType', known.facts)),
  )
}

const orDash = (amount: string | null): string => (amount === null ? 'not reported' : showMoney(amount))

const ACCOUNTS = 3

export const accountAnswer = (known: ReportData, accounts: readonly MatchedAccount[]): Answer => {
  const rows = accounts.slice(0, ACCOUNTS).flatMap(account => account.rows)
  const more = accounts.length - ACCOUNTS
  if (rows.length === 0)
    return reportAnswer(
      'No account of that name is in your report. The names in Full Report are those to ask for.',
    )
  return reportAnswer(
    listText(
      '',
      rows.map(
        row =>
          `${accountName(row, known.facts)} at ${row.bureau}: ${row.accountStatus.toLowerCase()}, balance ${orDash(row.currentBalance)}, limit ${orDash(row.creditLimit)}, monthly payment ${orDash(row.monthlyPayment)}, past due ${orDash(row.amountPastDue)}, opened ${showDate(row.dateOpened) ?? 'not reported'}.`,
      ),
      `${more > 0 ? `And ${count(more, 'more account')} of that name, in Accounts.` : ''}${describeRepeated(
        known.facts.repeated.filter(({ latest }) =>
          accounts.some(one => one.latest.creditorName === latest.creditorName),
        ),
      )}`.trim(),
    ),
    rows.map(row => citeAccount(row, 'currentBalance', known.facts)),
  )
}

/**
 * Reporting: 12 CFR 1002.10(a) and its comment 1002.10-2 (a creditor must report a spouse who may use an account, and may report any
 * authorized user). Who owes: CFPB, "I was an authorized user on my deceased relative's credit card account. Am I liable to repay
 * the debt?"; spouses in community property states.
 */
const authorizedUserRules = listText(
  'An authorized user may use a card that someone else owes. Only the people who agreed with the card company to pay owe it; in some states a spouse may owe too.',
  [
    'While you are on the card, its age, limit, balance and late payments can appear on your report. Some scores count them, and nobody can promise what yours does. The card company may report authorized users; if it reports the card, it must name a spouse who may use it (12 CFR 1002.10).',
    'Before you join a card: ask whether it is always paid on time and how much of its limit is used. Someone you know can add you; some card companies charge the owner a fee for that.',
    'To leave a card, ask its owner or the card company to take you off, and ask the company to tell the bureaus.',
    'If a bureau lists you as owing such a card, or still lists you after you left, you can dispute that.',
  ],
)

/** The rules, and where the report lists the user as an authorized user. */
const authorizedUserAnswer = ({ facts }: ReportData): Answer => {
  const rows = facts.accounts.flatMap(({ rows: all }) => all.filter(isAuthorizedUserRow))
  const named = [...Map.groupBy(rows, row => accountName(row, facts))].map(
    ([name, some]) => `${name} (${showList(sortBureaus(some.map(({ bureau }) => bureau)))}).`,
  )
  return fixedAnswer(
    listText(
      named.length === 0
        ? 'No account on your report lists you as an authorized user.'
        : 'Your report lists you as an authorized user of:',
      named,
      authorizedUserRules,
    ),
    rows.length === 0 ? [] : ['dispute'],
    rows.map(row => citeAccount(row, 'responsibility', facts)),
  )
}

export const accountKinds = {
  authorized_user: {
    answer: authorizedUserAnswer,
    answerWithoutReport: () => fixedAnswer(authorizedUserRules),
    needs: ['accounts'],
    company: 'whole',
    promisesNothing: true,
    mayNameOthers: true,
    says: ['why'],
    suggestion: {
      english: 'What does it mean to be an authorized user?',
      spanish: '¿Qué significa ser usuario autorizado?',
    },
  },
  limits: {
    answer: limitsAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'account',
    suggestion: { english: 'What are my credit limits?', spanish: '¿Cuál es mi límite de crédito?' },
  },
  oldest_account: {
    answer: oldestAccountAnswer,
    needs: ['accounts'],
    company: 'account',
    says: ['when', 'how_long'],
    suggestion: { english: 'What is my oldest account?', spanish: '¿Cuál es mi cuenta más antigua?' },
  },
  newest_account: {
    answer: newestAccountAnswer,
    needs: ['accounts'],
    period: 'restricts',
    company: 'account',
    says: ['when'],
    suggestion: { english: 'What is my newest account?', spanish: '¿Cuál es mi cuenta más nueva?' },
  },
  card_count: {
    answer: cardCountAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'rows',
    suggestion: { english: 'How many credit cards do I have?', spanish: '¿Cuántas tarjetas tengo?' },
  },
  balances: {
    answer: balancesAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'account',
    suggestion: { english: 'How much do I owe in total?', spanish: '¿Cuánto debo en total?' },
  },
  monthly_payments: {
    answer: monthlyPaymentsAnswer,
    needs: ['accounts'],
    company: 'account',
    suggestion: { english: 'What are my monthly payments?', spanish: '¿Cuánto pago al mes?' },
  },
  account: {
    answer: known => accountAnswer(known, []),
    company: 'account',
    says: ['when', 'how_long'],
  },
} as const satisfies Record<string, ReportKindDefinition>
