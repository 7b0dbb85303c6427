import { type QuestionKind, type ReportKind, reportKinds } from './question-kinds.ts'

/**
 * What a question wants to know of its subject. A kind that does not tell it answers another question: "why is my limit so
 * low" is not answered by the limit, nor "when is my payment due" by its amount.
 */
type Form = 'why' | 'when' | 'how_long'

/** The words that ask for it, side by side, in English and Spanish. */
const asking: readonly (readonly [form: Form, words: string])[] = [
  ['why', 'why'],
  ['why', 'how come'],
  ['why', 'por que'],
  ['how_long', 'how long'],
  ['how_long', 'how much longer'],
  ['how_long', 'how many years'],
  ['how_long', 'how many months'],
  ['how_long', 'cuanto tiempo'],
  ['when', 'when'],
  ['when', 'what date'],
  ['when', 'what day'],
  ['when', 'cuando'],
]

/** Kinds of the report whose answer tells it. A right, and what is declined, is answered whatever is asked of it. */
const telling: Readonly<Record<Form, ReadonlySet<ReportKind>>> = {
  why: new Set(['score_why', 'factors', 'improve', 'plan']),
  when: new Set([
    'report_date',
    'score_change',
    'score_why',
    'late_payments',
    'inquiries',
    'oldest_account',
    'newest_account',
    'credit_age',
    'account',
    'disputes',
    'public_records',
  ]),
  how_long: new Set(['credit_age', 'oldest_account', 'account', 'report_date', 'disputes']),
}

const isReportKind = (kind: QuestionKind): kind is ReportKind => reportKinds.some(one => one === kind)

/** When something is to be paid no report says; it is not the date of the report that is asked for. */
const dueWords = new Set(['pay', 'payment', 'payments', 'bill', 'bills', 'due', 'pago', 'pagos', 'pagar'])

/** Whether an answer of this kind tells what the words want to know. */
export const answersQuestionForm = (kind: QuestionKind, words: readonly string[]): boolean => {
  const text = ` ${words.join(' ')} `
  const forms = asking.filter(([, asked]) => text.includes(` ${asked} `)).map(([form]) => form)
  if (kind === 'report_date' && words.some(word => dueWords.has(word))) return false
  return !isReportKind(kind) || forms.length === 0 || forms.some(form => telling[form].has(kind))
}
