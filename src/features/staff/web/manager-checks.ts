import { type ManagerRole, managerRoles } from '#api/endpoint.ts'
import { emailChecks, onlyErrors, phoneChecks } from '#features/identity/web/form-checks.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'

/**
 * What the page can check before calling the server, with the server's messages. The server repeats these and more checks.
 */

/** NIST SP 800-63B-4 section 3.1.1.2: at least 15 characters where a password is the only factor; here everywhere. */
const MIN_PASSWORD = 15
const MAX_PASSWORD = 256

const nameSentence = (name = '') =>
  name.trim() === '' ? 'Fill in this field' : name.trim().length > 40 && 'Use at most 40 characters'

export const signInChecks = (values: FormValues): FieldErrors => ({
  ...emailChecks(values),
  ...onlyErrors({ password: !values.password && 'Enter your password' }),
})

/** A code as typed or pasted: six digits in one piece, a recovery code with its dashes. */
export const readTotp = ({ totp = '' }: FormValues): string => totp.replaceAll(/\s/g, '')

/** A code of the app, or a recovery code. */
export const secondFactorChecks = (values: FormValues): FieldErrors =>
  onlyErrors({
    totp:
      !/^(\d{6}|[0-9a-z]{4}(-?[0-9a-z]{4}){3})$/i.test(readTotp(values)) &&
      'Enter the 6 digits of your app, or a recovery code',
  })

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

const reasonProblem = (reason: string) => {
  const { length } = reason.trim()
  return length < 10 ? 'Say in a few words why' : length > 200 && 'Use at most 200 characters'
}

/** The reason is optional. */
export const openClientChecks = ({ phoneNumber = '', reason = '' }: FormValues): FieldErrors =>
  onlyErrors({
    phoneNumber: digitsOf(phoneNumber).length < 10 && "Enter the client's 10-digit phone number",
    reason: reason.trim() !== '' && reasonProblem(reason),
  })

/** Another manager is responsible, so the reason is needed. */
export const emergencyChecks = (values: FormValues): FieldErrors => ({
  ...openClientChecks(values),
  ...onlyErrors({ reason: reasonProblem(values.reason ?? '') }),
})

/** Only the length, in characters as the server counts them; the server rejects what is easy to guess. */
export const passwordChecks = ({ password = '' }: FormValues): FieldErrors => {
  const { length } = [...password.normalize('NFC')]
  return onlyErrors({
    password:
      length < MIN_PASSWORD
        ? `Use at least ${MIN_PASSWORD} characters`
        : length > MAX_PASSWORD && `Use at most ${MAX_PASSWORD} characters`,
  })
}

/** A code of the app: recovery codes exist only after it is set up. */
export const codeChecks = (values: FormValues): FieldErrors =>
  onlyErrors({ totp: !/^\d{6}$/.test(readTotp(values)) && 'Enter the 6 digits of your code' })

export const invitationChecks = (values: FormValues): FieldErrors => ({
  ...emailChecks(values),
  ...onlyErrors({
    firstName: nameSentence(values.firstName),
    lastName: nameSentence(values.lastName),
    role: readRole(values) === undefined && 'Choose a role',
  }),
})

export const clientInvitationChecks = (values: FormValues): FieldErrors => ({
  ...onlyErrors({ firstName: nameSentence(values.firstName), lastName: nameSentence(values.lastName) }),
  ...phoneChecks(values),
  ...emailChecks(values),
  ...onlyErrors({
    byText: values.byText !== 'on' && values.byEmail !== 'on' && 'Choose a text, an email or both',
    askedForText:
      values.byText === 'on' && values.askedForText !== 'on' && 'Text only somebody who asked you for it',
  }),
})

export const readRole = ({ role }: FormValues): ManagerRole | undefined =>
  managerRoles.find(known => known === role)
