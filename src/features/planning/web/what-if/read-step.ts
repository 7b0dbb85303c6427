import { isBureau } from '#values/bureau.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'
import type { Step } from '../../what-if/step.ts'
import { type Choice, type Choices, choicesOf, type StepKind } from './step-choices.ts'

/** Reads a step from the form, or what is missing in it. The server checks what depends on the report. */

export type ReadStep = { step: Step; errors: null } | { step: null; errors: FieldErrors }

/** `1,250` and `$1,250.50`; null for anything else. */
export const parseCents = (text: string | undefined): number | null => {
  const plain = (text ?? '').replaceAll(/[$,\s]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}

const refuse = (name: string, sentence: string): ReadStep => ({ step: null, errors: { [name]: sentence } })
const accept = (step: Step): ReadStep => ({ step, errors: null })

const amountSentence = 'Enter an amount in dollars, like 250 or 250.50'

const someBureaus = ({ bureau }: FormValues) =>
  bureau !== undefined && isBureau(bureau) ? { bureaus: [bureau] } : {}

const readCorrection = (values: FormValues, { value, label }: Choice): ReadStep => {
  const of = { kind: 'correct', accountId: value, label, ...someBureaus(values) } as const
  const [balance, limit] = [parseCents(values.balance), parseCents(values.limit)]
  if (values.balance && balance === null) return refuse('balance', amountSentence)
  if (values.limit && (limit === null || limit === 0)) return refuse('limit', amountSentence)
  const onTimeMonths = Object.keys(values)
    .filter(name => name.startsWith('month-'))
    .map(name => name.slice('month-'.length))
  const fields = {
    ...(balance === null ? {} : { balance }),
    ...(limit === null ? {} : { limit }),
    ...(values.dateOpened ? { dateOpened: values.dateOpened } : {}),
    ...(values.isOpen ? { isOpen: values.isOpen === 'open' } : {}),
    ...(onTimeMonths.length > 0 ? { onTimeMonths } : {}),
  }
  return Object.keys(fields).length === 0
    ? refuse('balance', 'Fill in at least one thing that would be corrected')
    : accept({ ...of, fields })
}

const readRemoval = (values: FormValues, { value, label }: Choice): ReadStep => {
  const [kind = '', id = ''] = value.split(/ (.*)/s)
  if (kind !== 'account' && kind !== 'inquiry' && kind !== 'record') return refuse('item', 'Choose an item')
  return accept({ kind: 'remove', item: { kind, id }, label, ...someBureaus(values) })
}

const readAmount = (kind: 'pay' | 'raise', { value, label }: Choice, cents: number | null): ReadStep => {
  if (cents === null || cents === 0) return refuse('amount', amountSentence)
  const of = { accountId: value, label }
  return accept(kind === 'pay' ? { kind, ...of, amount: cents } : { kind, ...of, limit: cents })
}

export const readStep = (kind: StepKind, values: FormValues, choices: Choices): ReadStep => {
  const amount = parseCents(values.amount)
  if (kind === 'months') {
    const months = Number(values.months)
    return Number.isInteger(months) && months >= 1 && months <= 120
      ? accept({ kind, months })
      : refuse('months', 'Enter from 1 to 120 months')
  }
  if (kind === 'open')
    return amount === null || amount === 0
      ? refuse('amount', amountSentence)
      : accept({ kind, limit: amount })
  const choice = choicesOf(choices, kind).find(({ value }) => value === values.item)
  if (choice === undefined) return refuse('item', 'Choose what it is about')
  const { value, label } = choice
  switch (kind) {
    case 'pay':
    case 'raise':
      return readAmount(kind, choice, amount)
    case 'close':
      return accept({ kind, accountId: value, label })
    case 'correct':
      return readCorrection(values, choice)
    case 'remove':
      return readRemoval(values, choice)
    case 'until_inquiry_leaves':
      return accept({ kind, inquiryId: value, label })
    case 'until_late_month_leaves':
      return accept({ kind, accountId: value.slice('YYYY-MM '.length), label, month: value.slice(0, 7) })
  }
}
