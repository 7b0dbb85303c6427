import type { Bureau } from '#values/bureau.ts'
import type { CompanyAnswers } from '../company/company-answers.ts'
import {
  type KeptForm,
  keepAnswers,
  keepCompany,
  restoreChoice,
  restoreCompany,
} from '../company/kept-answers.ts'

/** The form state of a letter to the company that reports an account, and its stored form. */

export type LetterAnswers = {
  accountId: string
  /** The bureau whose report the letter quotes. */
  bureau: Bureau | null
  /** The reason, or the request. */
  choice: string | null
  text: string
  amount: string
  payBy: string
  company: CompanyAnswers
}

export const keepLetter = ({ accountId, bureau, choice, text, amount, payBy, company }: LetterAnswers) =>
  keepAnswers({
    accountId,
    bureau: bureau ?? '',
    choice: choice ?? '',
    text,
    amount,
    payBy,
    ...keepCompany(company),
  })

/** Stored answers checked against the current report: `bureaus` are those that the letter can quote. */
export const restoreLetter = (form: KeptForm, bureaus: readonly Bureau[]): LetterAnswers => {
  const [only, ...more] = bureaus
  return {
    accountId: form.accountId ?? '',
    bureau: more.length === 0 ? (only ?? null) : restoreChoice(bureaus, form.bureau),
    choice: form.choice ?? null,
    text: form.text ?? '',
    amount: form.amount ?? '',
    payBy: form.payBy ?? '',
    company: restoreCompany(form),
  }
}
