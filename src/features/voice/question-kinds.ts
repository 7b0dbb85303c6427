/** The user may be in danger: nothing else counts. */
export const crisisKinds = ['self_harm', 'abuse'] as const

/** Declined in kind words, whatever else is asked. */
export const declinedKinds = [
  'dispute_accurate',
  'cpn',
  'hide_from_lenders',
  'fake_identity_theft',
  'other_person',
  'promise',
  'legal_advice',
  'product_advice',
  'injection',
  'insult',
] as const

/** A right, or a request for a person: the answer leads there (CFPB, Chatbots in consumer finance, 2023). */
export const rightKinds = [
  'how_to_dispute',
  'freeze',
  'identity_theft',
  'free_report',
  'how_long_listed',
  'person',
  'complaint',
  'stop_texts',
  'delete_account',
] as const

/** Answered from the user's report, history, disputes and plan. */
export const reportKinds = [
  'scores',
  'score_rating',
  'score_change',
  'score_why',
  'utilization',
  'card_use',
  'factors',
  'payment_history',
  'late_payments',
  'past_due',
  'derogatory',
  'collections',
  'public_records',
  'inquiries',
  'credit_age',
  'account_count',
  'card_count',
  'oldest_account',
  'newest_account',
  'balances',
  'monthly_payments',
  'limits',
  'account',
  'personal_info',
  'findings',
  'disputes',
  'plan',
  'report_date',
  'improve',
] as const

export type CrisisKind = (typeof crisisKinds)[number]
export type DeclinedKind = (typeof declinedKinds)[number]
export type RightKind = (typeof rightKinds)[number]
export type ReportKind = (typeof reportKinds)[number]

/** `help`: what can be asked. `unknown`: no question was recognized. */
export type QuestionKind = CrisisKind | DeclinedKind | RightKind | ReportKind | 'help' | 'unknown'
