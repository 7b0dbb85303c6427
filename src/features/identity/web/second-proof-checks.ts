import type { FieldErrors, FormValues } from '#web/form.ts'
import type { SecondProofDemand } from './form-checks.ts'

/** The checks of a second proof, in their own file because most sign-ins do not load them. */

/** The field of the sign-in call for each demand. */
export const secondProofField = {
  totp_required: 'totp',
  second_proof_required: 'emailCode',
} as const satisfies Record<SecondProofDemand, string>

/** What was typed or pasted: digits as an app shows them, `123 456`, or a recovery code with its dashes. */
const typed = (values: FormValues, needed: SecondProofDemand): string => {
  const text = (values[secondProofField[needed]] ?? '').trim()
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

/** Problems that the page can detect before calling the server, with the server's messages. */
export const secondProofChecks =
  (needed: SecondProofDemand) =>
  (values: FormValues): FieldErrors =>
    shapes[needed].test(typed(values, needed)) ? {} : { [secondProofField[needed]]: sentences[needed] }

/** The part of the sign-in call that carries the second proof. */
export const readSecondProof = (
  values: FormValues,
  needed: SecondProofDemand,
): { totp: string } | { emailCode: string } =>
  needed === 'totp_required' ? { totp: typed(values, needed) } : { emailCode: typed(values, needed) }
