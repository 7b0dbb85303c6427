import type { Sentences, Values } from '#web/form.ts'
import type { SecondProofNeeded } from './proof.ts'

/** The field of the sign-in call that answers each demand. */
export const fieldOf = {
  totp_required: 'totp',
  second_proof_required: 'emailCode',
} as const satisfies Record<SecondProofNeeded, string>

/** What was typed or pasted: digits as an app shows them, `123 456`, or a recovery code with its dashes. */
const typed = (values: Values, needed: SecondProofNeeded): string => {
  const text = (values[fieldOf[needed]] ?? '').trim()
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : text
}

const shapes = {
  totp_required: /^(\d{6}|[0-9a-z]{4}(-?[0-9a-z]{4}){3})$/i,
  second_proof_required: /^\d{6}$/,
} as const

const sentences = {
  totp_required: 'Enter the 6 digits of your app, or a recovery code',
  second_proof_required: 'Enter the 6 digits of your code',
} as const

/** What the page can see is not right before it asks the server, in the server's own words. */
export const checksOf =
  (needed: SecondProofNeeded) =>
  (values: Values): Sentences =>
    shapes[needed].test(typed(values, needed)) ? {} : { [fieldOf[needed]]: sentences[needed] }

/** The part of the sign-in call that carries the second proof. */
export const givenIn = (
  values: Values,
  needed: SecondProofNeeded,
): { totp: string } | { emailCode: string } =>
  needed === 'totp_required' ? { totp: typed(values, needed) } : { emailCode: typed(values, needed) }
