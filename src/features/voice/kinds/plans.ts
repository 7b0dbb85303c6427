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
    concepts: 'pay_down first card, pay_down first, spare card',
    hints: 'pay_down, spare, first card, first payment, pay_down card, most card owe',
    patterns: [
      'which/what/wich/witch card*/balance*/one/debt* pay*/paid/tackle/attack/knock/clear/target/start/focus/begin/prioritize first/off/down/with/on',
      'which/what/wich/witch card*/balance*/debt* first/1st',
      'card*/balance*/debt* pay*/tackle/attack first',
      'pay*/tackle/attack/knock first card*/balance*/debt*',
      'order pay*/tackle my/cards/balances',
      'where should/do put/send/throw extra money/cash/dollars',
      'extra money/cash/dollars/bucks/hundred which/what/where card*/put/go',
      'prioritize/priority card*/balance*/pay*',
      'snowball/avalanche',
      'should/do i pay*/tackle/attack/focus or first',
      'what should i pay* off/down first',
      'which one/card first',
      'best/smartest/right card/order/balance to pay*',
      'start with/paying card*/balance*',
      'pay* down/off first/next',
      'pay* which/what card*/balance* first/next',
      'matters most/more pay* card*',
      'por cual/que tarjeta empiezo/empezar',
      'que/cual tarjeta pag*/liquid* primero',
      'cual/que pag* primero',
    ],
  },
  can_i_get_mortgage: {
    answer: canIGetCreditAnswer,
    company: 'whole',
    promisesNothing: true,
    suggestion: {
      english: 'Where do I stand for a mortgage, a car loan or a card?',
      spanish: '¿Puedo conseguir una hipoteca, un préstamo o una tarjeta?',
    },
    concepts: 'approve purchase, approve loan, approve card',
    hints: 'approve, purchase, application, lender good, purchase score, purchase credit',
    patterns: [
      'can/could i buy/finance/rent/lease a/an house/home/car/truck/condo/apartment',
      'score/credit good/high/enough for/to a mortgage/house/home/car/loan/card/apartment',
      'what/which kind/loan/mortgage/card could/can/would i get/qualify',
      'enough for/to a/buy/get mortgage/loan/house/home/car/card/apartment',
      'shot at mortgage/loan/house/home/car/card/apartment',
      'do i qualify',
      'would/will they/lender*/bank* lend/approve/say/give/turn/deny me/yes',
      'qualif*/approv*/eligib*/prequalif*/preapprov* for/mortgage/loan/card/house/home/car/auto/apartment/financing/credit',
      'can/could/would/will/am i get/qualify/approved/ready/buy/finance mortgage/loan/house/home/car/auto/apartment/financing/card',
      'get/getting a/an mortgage/loan/house/home/car with my/this score/credit/report',
      'chance*/odds/likely/likelihood get*/approv*/mortgage/loan/card',
      'good/high/strong enough for/to mortgage/loan/house/home/car/buy/card/apartment',
      'ready/stand to/for buy/apply/mortgage/house/home/loan/car/card',
      'would/will lender*/bank* approve/lend/give/turn/accept/deny me',
      'credit/score/file house/home/mortgage ready',
      'puedo/podria/califico conseguir/obtener/para/sacar/comprar hipoteca/prestamo/casa/carro/tarjeta/auto',
      'me van/va/dan/darian a aprobar*/dar hipoteca/prestamo/tarjeta',
      'me aprob*/dar* hipoteca/prestamo/tarjeta',
    ],
  },
} as const satisfies Record<string, ReportKindDefinition>
