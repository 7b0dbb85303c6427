import { listCardUse, listPayPlans } from '#features/credit/factors/card-use.ts'
import { catchUpAdvice, lateAccounts } from '#features/credit/factors/payment-history.ts'
import { isAuthorizedUserAccount } from '#features/credit/facts.ts'
import { findScoreBand } from '#features/credit/score-rating.ts'
import { showMoney } from '#values/money.ts'
import { showPercent } from '#values/percent.ts'
import {
  type Answer,
  citeAccount,
  citeFactor,
  citeScore,
  fixedAnswer,
  listText,
  type ReportData,
  type ReportKindDefinition,
  reportAnswer,
} from '../answer.ts'

/** What to pay first, and where the user stands before an application. No result is promised. */

/** The order and amounts of the pay plan in Overview. */
const whichCardFirstAnswer = ({ facts }: ReportData): Answer => {
  const cards = listCardUse(facts).filter(({ own, use }) => own && use !== null)
  if (cards.length === 0)
    return reportAnswer('Your report has no open card of your own with a balance and a limit.')
  const [plan] = listPayPlans(facts)
  const behind = lateAccounts(facts).filter(row => !isAuthorizedUserAccount(facts, row))
  const lead = [
    ...behind.map(row => `First: ${catchUpAdvice(row, facts)}`),
    plan === undefined
      ? 'No payment is needed to reach a better rating of card use. Your cards, the most used first:'
      : `To bring your card use below ${showPercent(plan.belowPercent)} with the least money, pay in this order, the most used card first:`,
  ]
  const items =
    plan?.payments.map(
      ({ label, amount, balanceAfter }) =>
        `${label}: pay ${showMoney(amount)}, to ${showMoney(balanceAfter)}.`,
    ) ?? cards.map(({ label, use, balance }) => `${label}: ${use}, ${showMoney(balance ?? '0')} owed.`)
  const rows = facts.accounts.flatMap(({ rows: all }) => all)
  return reportAnswer(
    listText(
      lead.join('\n'),
      items,
      'Your report does not show interest rates. To pay the least interest, pay the card with the highest rate first. Keep paying the minimum on every card.',
    ),
    cards.flatMap(({ accountId, bureau }) =>
      rows
        .filter(row => row.id === accountId && row.bureau === bureau)
        .map(row => citeAccount(row, 'currentBalance', facts)),
    ),
  )
}

/** What a lender reads in the report. Whether it approves is for the lender (15 U.S.C. 1679b(a)(3)). */
const canIGetCreditAnswer = ({ analytics, report }: ReportData): Answer => {
  const scores = report.creditScores.map(score => {
    const band = findScoreBand(score.score)
    return `${score.bureau} score ${score.score}${band === null ? '' : `, ${band.word.toLowerCase()}`}.`
  })
  const factors = analytics.creditFactors.map(
    ({ title, value, rating }) => `${title}: ${value.toLowerCase()}, rated ${rating}.`,
  )
  if (scores.length + factors.length === 0)
    return fixedAnswer('Your report holds too little to say where you stand. Only a lender decides.')
  return fixedAnswer(
    listText(
      'Nobody but the lender can say whether you are approved, and I make no promise. This is where you stand in your report:',
      [...scores, ...factors],
      'Lenders also count what no report shows: your income, your debts against it and, for a home or a car, the down payment. Each sets its own limits and may use another score.',
    ),
    [],
    [...report.creditScores.map(citeScore), ...analytics.creditFactors.map(citeFactor)],
  )
}

export const planKinds = {
  which_card_first: {
    answer: whichCardFirstAnswer,
    company: 'whole',
    promisesNothing: true,
    says: ['why'],
    suggestion: {
      english: 'Which card should I pay down first?',
      spanish: '¿Qué tarjeta debo pagar primero?',
    },
  },
  can_i_get_mortgage: {
    answer: canIGetCreditAnswer,
    company: 'whole',
    promisesNothing: true,
    suggestion: {
      english: 'Where do I stand for a mortgage, a car loan or a card?',
      spanish: '¿Puedo conseguir una hipoteca, un préstamo o una tarjeta?',
    },
  },
} as const satisfies Record<string, ReportKindDefinition>
