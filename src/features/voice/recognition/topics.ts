import type { QuestionKind } from '../question-kinds.ts'
import { allConcepts, type Concept } from './concepts.ts'

/** Concepts that together ask a question of each kind, in any order. Alternatives are separated by commas. */
const combinations = {
  scores:
    'how_high score, how_high score bureau, score, score bureau, number bureau, score list, credit number',
  score_rating: 'score good, credit good, number good, number lender good',
  score_change:
    'score change list, score history, credit drop, number change, score change, score drop, point change, change since, credit change, score since',
  score_why:
    'why point change, why payment drop, why bureau drop, why score, why point, why drop, why change, why score drop, why score change, why point drop, why credit, why score good, why number',
  utilization:
    'ratio limit credit use, ratio limit account, utilization, ratio limit, ratio use, ratio credit use, ratio card use, ratio limit use, balance limit, debt limit ratio, use credit total',
  card_use:
    'card balance limit most, pay_down card most, each card utilization, each card use, card full, card most full, each card full, card most limit, card most use, each card ratio',
  factors:
    'factor score list, hold_back most, hold_back score, hold_back, hurt why score, factor, factor score, factor most, hurt most, hurt score, hurt credit, help_score most, lender help_score, help_score score, lender hurt',
  payment_history: 'payment history, payment on_time, on_time, ratio payment on_time',
  late_payments:
    'late monthly payment, late payment account, late payment when, late, late payment, late count, late when, late list, late account',
  past_due: 'payment behind now, behind, behind now, late now, behind payment, behind account, owe behind',
  derogatory: 'derogatory, derogatory listed, derogatory count, derogatory account',
  collections:
    'collection, collection account, collection who, collection owe, collection debt, collection credit',
  public_records: 'record, record listed, record credit',
  inquiries:
    'who inquiry, who ask credit, inquiry, inquiry credit, inquiry count, who look, who look credit, lender look, look lender credit, application count, count look lender',
  credit_age:
    'age credit, age account, average age, average age account, length credit, length history, length account average',
  account_count:
    'total count account, count account, list account open, count account open, count loan, total account',
  card_count: 'count card, count card open, count credit card, total card, count credit card open',
  oldest_account:
    'first account open, longest account open, longest account, longest card, first account, first open, first card, longest',
  newest_account: 'newest account, newest open, newest card, newest account open',
  balances:
    'ratio debt, ratio owe, owe payment loan, owe more, owe, debt, balance, owe total, debt total, balance total, owe debt, owe loan, balance list',
  monthly_payments:
    'payment monthly, minimum payment, minimum total, debt monthly, monthly total, owe monthly, payment monthly total',
  limits:
    'most spend, most spend card, limit, limit card, limit total, more spend, more spend card, credit more, more spend limit',
  account: 'detail account, detail card, detail loan, status account',
  personal_info:
    'phone number listed, phone number change, address change, personal listed, address, name listed, birth, employer, phone listed, ssn listed, address listed, employer listed, personal report, birth clean, name bureau, address bureau, name clean',
  findings:
    'disputable dispute how_to, disputable, list dispute, check mistake, check report, check report mistake, mistake look, mistake, mistake listed, mistake report, odd, odd report, disagree bureau, disagree report, look mistake, report clean',
  disputes:
    'dispute status how_to, letter status how_to, dispute status, letter status, bureau status, letter bureau status, count dispute, dispute why, dispute open, letter',
  plan: 'why bureau, why bureau look, every_bureau, every_bureau look, total bureau, free plan, plan, plan you, bill_me, bill_me you, bureau count',
  report_date: 'when report, when fresh, fresh report, next report, when next, fresh, age report',
  improve:
    'pay_down first, pay_down first card, improve score, improve credit, how_to improve, how_to improve score, how_to improve credit, improve number, how_to first, how_to help_score score',
  how_to_dispute:
    'mistake how_to report, dispute mistake how_to, mistake late, mistake late payment, mistake balance, mistake remove how_to, dispute how_to, dispute mistake, dispute account, mistake remove, mistake how_to, mistake improve how_to, dispute, dispute inquiry, remove inquiry, mistake payment, dispute late, remove inquiry not_mine',
  freeze: 'freeze remove, freeze application, freeze, freeze credit, freeze bureau, freeze how_to',
  identity_theft:
    'not_mine loan, not_mine open, theft, identity theft, not_mine, not_mine account, other open account, not_mine inquiry, other name account, other ssn, other use name',
  free_report: 'free report, free credit report',
  how_long_listed: 'stay, stay length, stay when',
  person: 'talk other, human, human talk, talk you, phone you number',
  complaint: 'complain, complain you',
  stop_texts: 'stop text you, stop text, stop text phone, stop talk',
  delete_account:
    'remove data, close data, remove data you, close account you, remove account you, remove you, close plan, close you',
} as const satisfies Partial<Record<QuestionKind, string>>

/** A kind of question that is recognized by its content. */
export type Topic = keyof typeof combinations

/** What the scorer tells apart. */
export type ScoredKind = Topic | 'help'

const isTopic = (name: string): name is Topic => name in combinations

const isConcept = (name: string): name is Concept => allConcepts.some(concept => concept === name)

/** Names in the combinations that are no concept; must be empty. */
export const unknownConcepts: readonly string[] = Object.values(combinations)
  .flatMap(text => text.split(/,? /))
  .filter(name => !isConcept(name))

export const topicCombinations: ReadonlyMap<Topic, readonly (readonly Concept[])[]> = new Map(
  Object.keys(combinations)
    .filter(isTopic)
    .map(topic => [topic, combinations[topic].split(', ').map(names => names.split(' ').filter(isConcept))]),
)

/**
 * What a user wants done or explained. A question with one of these asks for another topic if no combination of the topic
 * has it: "how do I change my phone number" does not ask for the phone number.
 */
const requests: readonly Concept[] = [
  'why',
  'change',
  'drop',
  'improve',
  'how_to',
  'pay_down',
  'remove',
  'close',
  'stop',
  'mistake',
  'dispute',
  'freeze',
  'theft',
  'not_mine',
  'hurt',
  'free',
  'application',
  'human',
  'stay',
]

export const conceptsByTopic: ReadonlyMap<ScoredKind, ReadonlySet<Concept>> = new Map(
  [...topicCombinations].map(([topic, all]) => [topic, new Set(all.flat())]),
)

/** How many requests of a question no question of this kind makes. */
export const countUnrelatedRequests = (kind: ScoredKind, concepts: ReadonlySet<Concept>): number => {
  const own = conceptsByTopic.get(kind)
  return own === undefined ? 0 : requests.filter(request => concepts.has(request) && !own.has(request)).length
}
