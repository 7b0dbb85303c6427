import { centsOf, type Dollars, dollarsOf } from '#values/money.ts'
import type { CeaseDispute, ValidationDispute } from '../dispute-contract.ts'
import { type KnownNotice, noticeProblems } from './validation-period.ts'

/** What is wrong with the answers of a letter to a debt collector, for the screen first and for the server again. */

/** Sentences by the body's paths; empty when nothing is wrong. */
export type Problems = Readonly<Record<string, string>>

/** Dollars as typed. */
export const parseAmount = (typed: string): Dollars =>
  dollarsOf(Math.round(Number(typed.replace('$', '')) * 100))

type AskedValidation = Pick<ValidationDispute, 'scope' | 'partAmount' | 'claims'> & { notice: KnownNotice }

const partProblems = (
  { scope, partAmount, claims = [] }: AskedValidation,
  whole: Dollars | null,
): Problems => {
  if (scope === 'whole')
    return partAmount === undefined ? {} : { partAmount: 'Only a part of the debt has an amount of its own' }
  const part = partAmount === undefined ? 0 : (centsOf(parseAmount(partAmount)) ?? 0)
  const all = centsOf(whole) ?? 0
  return {
    ...(part === 0 ? { partAmount: 'Say how much of the debt you dispute' } : {}),
    ...(part > 0 && all > 0 && part >= all
      ? { partAmount: 'This is no less than the whole debt. Choose to dispute all of it.' }
      : {}),
    ...(claims.includes('not_mine') ? { claims: 'A debt that is not yours is disputed as a whole' } : {}),
  }
}

/** Of a dispute of a debt; `whole` is the amount of the debt, where it is known. */
export const validationProblems = (
  asked: AskedValidation,
  whole: Dollars | null,
  today: string,
): Problems => ({
  ...Object.fromEntries(
    Object.entries(noticeProblems(asked.notice, today)).map(([part, sentence]) => [
      `notice.${part}`,
      sentence,
    ]),
  ),
  ...partProblems(asked, whole),
})

/** Of a request to stop contact. */
export const ceaseProblems = ({
  scope,
  media = [],
  notAtWork = false,
  explanation = '',
}: Pick<CeaseDispute, 'scope' | 'media' | 'notAtWork' | 'explanation'>): Problems => {
  const names = media.length > 0 || notAtWork || explanation.trim() !== ''
  if (scope === 'limited' && !names)
    return { media: 'Choose what should stop, or name times and places in your own words' }
  return scope === 'all' && names ? { scope: 'A request to stop all contact names no limits' } : {}
}
