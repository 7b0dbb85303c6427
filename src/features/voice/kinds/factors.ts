import type { Factor } from '#features/credit/contract.ts'
import { formatUtilization, openCards } from '#features/credit/factors/card-use.ts'
import type { ShownInquiry } from '#features/credit/facts.ts'
import { accountName, count, formatCents } from '#features/credit/wording.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
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
): Answer => {
  const factor = factorOf(known, id)
  if (factor === undefined) return reportAnswer(missing)
  return reportAnswer(`${lead(factor)} ${factor.description}`, [
    citeFactor(factor),
    ...citeBasis(factor.basis, field).slice(0, CITED),
  ])
}

/** Balances divided by limits of open cards. */
const utilizationAnswer = (known: ReportData): Answer =>
  factorAnswer(
    known,
    'credit_utilization',
    'creditLimit',
    ({ value, rating }) => `Your credit utilization is ${value.toLowerCase()}, rated ${rating}.`,
    'Your report has no open card with a balance and a limit, so there is no utilization to count.',
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
    listText('', lines),
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
  const types = [...ofType].map(([type, some]) => `${some.length} ${type.toLowerCase()}`)
  return types.length === 0 ? answer : { ...answer, text: `${answer.text} By type: ${types.join(', ')}.` }
}

const NAMED = 8

const citeInquiry = ({ id, company, bureau }: ShownInquiry): Citation => ({
  label: company,
  bureau,
  field: `creditInquiries/${id}/date`,
})

/** Applications of a time, each company and date once, newest first. */
const inquiriesInPeriod = ({ facts }: ReportData, period: Period): Answer => {
  const found = facts.inquiries.filter(({ date }) => isInPeriod(date, period))
  const note = 'Bureaus list inquiries for two years; older ones are not in your report.'
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
  return reportAnswer(
    listText(
      'What the report suggests, first things first:',
      first.map(({ alert }) => alert.recommendation),
      'Nobody can promise what a score does after that.',
    ),
    first.flatMap(({ factor }) => [citeFactor(factor), ...citeBasis(factor.basis, 'id').slice(0, 3)]),
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
    concepts:
      'card balance limit most, ratio each limit use, ratio each card limit use, each card utilization, each card use, card full, card most full, each card full, card most limit, card most use, each card ratio',
    hints: 'use card, full card, full, each card, most card',
    patterns: [
      'usage/utili*/use on/of my/the card*',
      'much of each/every card* limit*',
      'usage card* versus/vs/compared others',
      'each/every/per/individual/full*/maxed card*',
      'how full/used each/every/card*',
      'each one card*',
      'card* full/fullest/filled',
      'cards near/at/close/over/above limit*',
      'utili*/usage/use each/per/every card*/account*',
      'each/per/every/individual/single card*/account* utili*/usage/use/using',
      'which/what card* highest/most/maxed/max/fullest/full/over/closest/near*/high/worst/biggest',
      'card* is/are most/highest/closest/maxed/over/near* used/utili*/limit/balance/out/max*',
      'card/utili* by card',
      'maxed out',
      'over limit',
      'over the/my limit',
      'how much using on each',
      'que/cual/cuales tarjeta* mas/llena/limite/maximo/tope/usada*',
      'uso/utilizacion por/cada/de/en cada tarjeta',
      'por tarjeta',
    ],
  },
  utilization: {
    answer: utilizationAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'account',
    suggestion: { english: 'What is my credit utilization?', spanish: '¿Cuál es mi utilización de crédito?' },
    concepts:
      'ratio limit credit use, ratio limit account, utilization, ratio limit, ratio use, ratio credit use, ratio card use, ratio limit use, balance limit, debt limit ratio, use credit total',
    hints: 'use, utilization, ratio',
    patterns: [
      'heavily use/using/used',
      'using much/too/heavily cards/credit/lines',
      'over/under/below/above thirty/30/ten/10/fifty/50 percent',
      'over/under/below/above 30/10/50',
      'much of my cards',
      'ratio balance*/debt/limit*/card*',
      'percent*/share/portion/fraction/much of card*/limit*/plastic/credit/revolving',
      'balance* versus/vs/against/compared limit*',
      'how much of limit*/credit used/using/use',
      'use* too much credit',
      'am i using too',
      'porcentaje tarjeta*/limite*',
      'utili*/utilizacion',
      'credit/card usage',
      'card use',
      'how much/what of my/available/total credit/limit* am/use/using/used/do',
      'percent*/share/ratio of my/limit/credit use*/using/used/limit',
      'how much using/used/use of/my credit/limit*/card*',
      'balance/debt to limit',
      'uso de credito/tarjeta*/mi',
      'cuanto/que de credito/limite uso/usando/utilizo/utilizando',
      'porcentaje de credito/uso/limite',
    ],
  },
  payment_history: {
    answer: paymentHistoryAnswer,
    needs: ['accounts', 'paymentHistory'],
    period: 'newest',
    company: 'account',
    suggestion: { english: 'What is my payment history?', spanish: '¿Cuál es mi historial de pagos?' },
    concepts: 'payment history, payment on_time, on_time, ratio payment on_time',
    hints: 'on_time, payment history',
    patterns: [
      'pay*/paid everything/all/bill* schedule/promptly/late/ontime',
      'on schedule/time',
      'track record',
      'record of paying/pay*',
      'clean record pay*/bill*',
      'pay*/paid my/all bill*/everyone/everybody',
      'how reliable/well pay*/paid/do',
      'payment* perfect/clean/good/regular*',
      'pay*/paid punctual*',
      'payment history/record',
      'ontime',
      'pay*/paid on/punctual*/as time/agreed',
      'percent*/share of/my pay*',
      'how is/good/are my pay*',
      'history of pay*',
      'historial de pago*',
      'pago* a/puntual* tiempo',
      'pagado a tiempo',
    ],
  },
  inquiries: {
    answer: inquiriesAnswer,
    needs: ['inquiries'],
    period: 'restricts',
    company: 'rows',
    says: ['when'],
    suggestion: { english: 'Who checked my credit?', spanish: '¿Quién consultó mi crédito?' },
    concepts:
      'who inquiry, who ask credit, inquiry, inquiry credit, inquiry count, who look, who look credit, lender look, look lender credit, application count, count look lender',
    hints: 'look, application, inquiry, who credit, who look',
    patterns: [
      'who/which/what compan*/bank*/lender* looked/saw/viewed/requested/asked/pulled/checked/accessed',
      'empresa*/banco*/quien* revis*/consult*/vio/vieron/pid*',
      'credit applications/check*/pull*',
      'applied for credit',
      'applications for/credit',
      'looked/looks/peeked at/into my/credit',
      'times been/pulled/checked',
      'inquir*/enquir*/consulta*/consulto/consultado/consultaron/indagacion*',
      'hard pull*/check*/hit*/search*',
      'pulled/checked/pulls/ran/run/accessed/requested/looked my/at credit/report/file/it',
      'who/which/how has/have/did/many pulled/checked/looked/ran',
      'how many applications/times',
      'quien reviso/vio/pidio/revisado/visto',
    ],
  },
  credit_age: {
    answer: creditAgeAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'account',
    says: ['when', 'how_long'],
    suggestion: { english: 'How old is my credit?', spanish: '¿Cuál es la antigüedad de mi crédito?' },
    concepts:
      'age credit, age account, average age, average age account, length credit, length history, length account average',
    hints: 'age credit, age account, history length, average age',
    patterns: [
      'since when credit',
      'how many years credit/history',
      'years of/have credit/history',
      'how far/long back/does history/go/credit',
      'young/old credit/history',
      'mean/average age/years',
      'anos/tiempo de credito/historial',
      'age of my/credit/account*/file/history',
      'credit age',
      'account* age*',
      'how old/long is/are/has/have/average credit/account*/history/file/card/cards/loan',
      'how long have/had i credit/account*',
      'length of credit/history/my',
      'history length',
      'antiguedad*',
      'edad de mi/credito/cuenta*/promedio',
      'cuanto tiempo tengo/llevo credito/cuenta*',
      'edad promedio',
    ],
  },
  account_count: {
    answer: accountCountAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'count',
    suggestion: { english: 'How many accounts do I have?', spanish: '¿Cuántas cuentas tengo?' },
    concepts:
      'total count account, count account, list account open, count account open, count loan, total account',
    hints: 'count account, total account, list account',
    patterns: [
      'count/list my/all/the account*/cards/loans',
      'account* in total',
      'account* total',
      'how many/list/number/show tradeline*',
      'how many things/lines/trade*/account*/loan*/credit',
      'open/closed/total account*',
      'which/what loans/cards/accounts do/are/appear/show/on',
      'listado/lista/numero de cuentas',
      'how many open/closed account*/loan*',
      'number/count/total of account*/loan*',
      'what/which/list/show all/are/my/open/do accounts/cards/loans have/are/on/i',
      'do i have any/a loan*/mortgage/card*/account*',
      'cuantas cuentas',
      'cuantos prestamos',
      'que/cuales cuentas/tarjetas',
    ],
  },
  factors: {
    answer: factorsAnswer,
    needs: ['accounts', 'inquiries', 'publicRecords', 'paymentHistory'],
    says: ['why'],
    suggestion: {
      english: 'Which factors affect my score the most?',
      spanish: '¿Qué factores afectan más mi puntaje?',
    },
    concepts:
      'factor score list, hold_back most, hold_back score, hold_back, hurt why score, factor, factor score, factor most, hurt most, hurt score, hurt credit, help_score most, lender help_score, help_score score, lender hurt',
    hints: 'factor, hurt, hold_back, help_score score',
    patterns: [
      'lender*/bank* concern*/worr*/bother*/notice/like/dislike/worry/see/look/care/think',
      'concern* lender*/bank*',
      'what stands out',
      'rank/list thing*/what/items score/credit',
      'thing*/what count*/weigh*/play* score/credit/most',
      'strength*/weakness*/factor*/factores',
      'what is/are good/bad/weak/strong about/in my/credit',
      'strong/weak points/spots/areas',
      'whats pulling/bringing/keeping/weighing score/credit/me/down',
      'main reason*',
      'hurting/helping/pulling/lowering/bringing my/me score/credit/down',
      'what affects/affect/affecting/impacts/impact/impacting/influences/shapes/determines score/credit/most',
      'whats hurting/affecting/dragging/helping/impacting/wrong/holding with my score/credit/me',
      'what/which hurts/hurting/helps/helping/drags/dragging/holding/holds/matters my/score/credit/most/down/back',
      'biggest problem*/issue*/drag/influence',
      'what goes into score',
      'que afecta*/perjudica/dana/influye/ayuda',
      'que es lo afecta',
    ],
  },
  improve: {
    answer: improveAnswer,
    needs: ['accounts', 'inquiries', 'publicRecords', 'paymentHistory'],
    says: ['why'],
    suggestion: { english: 'How can I improve my score?', spanish: '¿Cómo puedo mejorar mi puntaje?' },
    concepts:
      'improve score, improve credit, how_to improve, how_to improve score, how_to improve credit, improve number, how_to first, how_to help_score score',
    hints: 'improve, how_to score, improve score',
    patterns: [
      'plan to fix/improve/rebuild',
      'way*/steps/things to improve/raise/fix/build/boost/better',
      'raising/improving/building/boosting/fixing/repairing my/credit/score',
      'help my/me credit/score improve/better/up',
      'advice for/on/about credit/score',
      'first/next step*',
      'what to do/work',
      'improve/raise/boost/increase/better/fix/build/rebuild/repair/grow my/the/a score/credit',
      'how improve/raise/boost/increase/rebuild/repair',
      'what can/should/could/do i do/first/next',
      'what should/could do/first about/to/with/score/credit/better',
      'get/have a better/higher score/credit',
      'make score/credit better/higher/go',
      'get score up/higher/better',
      'recommend*/advice/tips/suggest*/consejo*/recomendacion*',
      'mejorar/subir/aumentar/reparar/arreglar mi/el puntaje/puntuacion/credito/score',
      'como mejorar/subir/mejoro/subo/aumentar',
      'que puedo/debo/deberia hacer',
    ],
  },
} as const satisfies Record<string, ReportKindDefinition>
