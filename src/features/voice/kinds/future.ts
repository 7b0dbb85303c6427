import type { DropOff } from '#features/credit/contract.ts'
import { rateMeasure } from '#features/credit/factor-bands.ts'
import { listCardUse, listPayPlans, measureCardUse } from '#features/credit/factors/card-use.ts'
import { catchUpAdvice, lateAccounts } from '#features/credit/factors/payment-history.ts'
import { isAuthorizedUserAccount } from '#features/credit/facts.ts'
import { findScoreBand } from '#features/credit/score-rating.ts'
import { count, describeBureauWord } from '#features/credit/wording.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { showMoney, showPercent } from '#values/money.ts'
import {
  type Answer,
  afterTheftCheck,
  citeAccount,
  citeFactor,
  citeScore,
  fixedAnswer,
  listText,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
  reportAnswer,
} from '../answer.ts'
import type { Citation } from '../contract.ts'

/** What to pay first, and the user's credit before an application. No result is promised. */

/** The order and amounts of the pay plan in Overview. */
const whichCardFirstAnswer = (known: ReportData): Answer => {
  const { facts } = known
  const cards = listCardUse(facts).filter(({ own, use }) => own && use !== null)
  if (cards.length === 0)
    return reportAnswer('Your report has no open card of your own with a balance and a limit.')
  const [plan] = listPayPlans(facts)
  const behind = lateAccounts(facts).filter(row => !isAuthorizedUserAccount(facts, row))
  const lead = [
    ...behind.map(row => `First: ${catchUpAdvice(row, facts)}`),
    plan === undefined
      ? `${
          rateMeasure('credit_utilization', measureCardUse(facts)?.measure ?? 0) === 'excellent'
            ? 'No payment is needed to reach a better rating of card use.'
            : 'Paying your own cards alone does not bring your card use to a better rating, because it counts cards of others too.'
        } Your cards, the most used first:`
      : `To bring your card use below ${showPercent(plan.belowPercent)} with the least money, pay in this order, the most used card first:`,
  ]
  const items =
    plan?.payments.map(
      ({ label, amount, balanceAfter }) =>
        `${label}: pay ${showMoney(amount)}, to ${showMoney(balanceAfter)}.`,
    ) ?? cards.map(({ label, use, balance }) => `${label}: ${use}, ${showMoney(balance ?? '0')} owed.`)
  const rows = facts.accounts.flatMap(({ rows: all }) => all)
  return afterTheftCheck(
    known,
    reportAnswer(
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
    ),
  )
}

/** What a lender sees in the report. Approval is up to the lender (15 U.S.C. 1679b(a)(3)). */
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

/** When each negative item and inquiry drops off, by the law's periods and the dates of the report. */

/** 15 U.S.C. 1681c(a) and (c)(1); inquiries: 1681g(a)(3) has bureaus disclose those of one year, two for employment. */
const law =
  'Federal law limits how long a bureau may report what speaks against you: late payments, charge-offs and collections for seven years, counted for a charge-off or collection from 180 days after the payments first fell behind for good, and bankruptcies for ten years (15 U.S.C. 1681c). Selling or paying a debt does not start the time again. Inquiries are usually shown for two years. Accounts in good standing may stay.'

const LISTED = 12

/** The items named by words of the question. */
const subjects: readonly (readonly [word: RegExp, kinds: readonly DropOff['kind'][]])[] = [
  [/^(?:inquir|enquir|pulls?$|consulta)/, ['inquiry']],
  [/^(?:bankrupt|judge?ment|liens?$|bancarrota|quiebra)/, ['record']],
  [/^(?:collect|charge|repo|foreclos|cobranza)/, ['account']],
  [/^(?:lates?$|delinq|missed|atras|tarde)/, ['late_payments', 'account']],
  [/^(?:negativ|derog|bad$|malas?$|malos?$)/, ['late_payments', 'account', 'record']],
]

/** All items if the question names none. */
const selectItems = (items: readonly DropOff[], words: readonly string[]): readonly DropOff[] => {
  const named = subjects.flatMap(([word, kinds]) => (words.some(one => word.test(one)) ? kinds : []))
  return named.length === 0 ? items : items.filter(({ kind }) => named.includes(kind))
}

const dropOffLine = (item: DropOff, today: string): string => {
  const { label, bureaus, from, earliest, latest, why } = item
  const where = `${label} (${showList([...bureaus])})`
  const bureauWord = describeBureauWord(item)
  const word = bureauWord === null ? '' : ` ${bureauWord}.`
  if (latest === null)
    return `${where}: ${earliest === null ? 'not known' : `by ${showDate(earliest)} or later`}. ${why}${word}`
  const day = showDate(latest)
  return `${where}: ${latest < today ? `the time ended on ${day}` : `by ${day}`}. ${why}${
    from === null
      ? ''
      : ` ${from.name}: ${from.date.length === 7 ? showMonth(from.date) : showDate(from.date)}.`
  }${word}`
}

const placeOf = ({ accountId, inquiryId, recordId, kind }: DropOff): string =>
  accountId !== undefined
    ? `accountInformation/${accountId}/${kind === 'late_payments' ? 'paymentHistory' : 'dateFirstDelinquency'}`
    : inquiryId !== undefined
      ? `creditInquiries/${inquiryId}/date`
      : `publicRecords/${recordId}/type`

const citeDropOff = (item: DropOff): Citation[] =>
  item.bureaus.map(bureau => ({ label: item.label, bureau, field: placeOf(item) }))

const dropOffsAnswer = (
  { analytics, facts, plan, today }: ReportData,
  { words, bureaus }: QuestionDetails,
): Answer => {
  if (!facts.hasFile)
    return reportAnswer('No bureau shared a file, so nothing can be said of when items leave it.')
  const items = selectItems(analytics.figures?.dropOffs ?? [], words)
  const shown = bureausInPlan(plan).filter(bureau => bureaus.includes(bureau))
  const where = shown.length === 0 ? 'in your report' : `at ${showList(shown)}`
  if (items.length === 0)
    return fixedAnswer(`Nothing of that kind is listed ${where}, so nothing has to leave. ${law}`)
  const named = items.slice(0, LISTED)
  const more = items.length - named.length
  return fixedAnswer(
    listText(
      `${law}\nThe last day for each item, by the dates in your report:`,
      named.map(item => dropOffLine(item, today)),
      `${more > 0 ? `${count(more, 'more item')} ${more === 1 ? 'is' : 'are'} not named here. ` : ''}A bureau may remove an item earlier. You can dispute what is listed for longer.`,
    ),
    ['dispute'],
    named.flatMap(citeDropOff),
  )
}

export const dropOffKinds = {
  when_falls_off: {
    answer: dropOffsAnswer,
    needs: ['accounts', 'inquiries', 'publicRecords', 'paymentHistory'],
    answerWithoutReport: () => fixedAnswer(law, ['dispute']),
    company: 'rows',
    namesBureaus: true,
    says: ['when', 'how_long'],
    suggestion: {
      english: 'When will negative items fall off my report?',
      spanish: '¿Cuándo desaparecen las cosas negativas de mi reporte?',
    },
  },
} as const satisfies Record<string, ReportKindDefinition>
