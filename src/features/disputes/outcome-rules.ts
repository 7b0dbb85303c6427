import type { FieldErrors } from '#api/errors.ts'
import type { Item, OutcomeReport } from './dispute-contract.ts'

/**
 * What is wrong with a note of a bureau's answer on an item, as sentences by the body's paths; empty when nothing is.
 * Days are `YYYY-MM-DD`: no bureau answers before it was asked, and nobody knows of an answer to come.
 */
export const outcomeProblems = (
  item: Pick<Item, 'bureaus'>,
  { bureau, on }: Pick<OutcomeReport, 'bureau' | 'on'>,
  { createdOn, today }: { createdOn: string; today: string },
): FieldErrors => ({
  ...(item.bureaus.includes(bureau) ? {} : { bureau: `This item was not disputed at ${bureau}` }),
  ...(on > today ? { on: 'This day is in the future' } : {}),
  ...(on < createdOn ? { on: 'This day is before the dispute was made' } : {}),
})
