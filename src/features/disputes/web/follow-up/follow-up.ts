import type { FollowUpDispute, Item } from '../../dispute-contract.ts'
import { maxExplanationLength } from '../../limits.ts'
import { emptyChoice, type Problem, startWizard, type Wizard } from '../wizard/wizard.ts'
import { bureausMissing, textTooLong, tooManyDocuments } from '../wizard/wizard-steps.ts'

export type Step = Item['steps'][number]

/** A step as it is being put together; of several bureaus none is chosen beforehand. */
export const startFollowUp = (item: Item, { bureaus }: Step): Wizard =>
  startWizard({
    choices: [{ ...emptyChoice(item.id), bureaus: bureaus.length === 1 ? bureaus : [] }],
    documentIds: [],
  })

/**
 * How the person is asked for their own words; null where the letter holds none: what is right of a personal entry
 * is in the entry itself.
 */
export const explanationPrompt = (item: Item, { kind }: Step): { label: string; hint: string } | null => {
  const goes = 'Your words go into the letter as you write them'
  if (kind === 'method_of_verification')
    return { label: 'Anything to add', hint: `The question stands without it. ${goes}.` }
  return item.type === 'personal-info'
    ? null
    : {
        label: 'What is new',
        hint: `What the bureau has not heard from you yet. ${goes}${item.explanation === null ? '' : ', after those of your first letter'}.`,
      }
}

/** What the server is told. */
export const followUpBody = (
  { choices, documentIds }: Wizard,
  itemId: string,
  { kind }: Step,
): FollowUpDispute => {
  const [choice] = choices
  const words = choice?.text.trim() ?? ''
  return {
    itemId,
    kind,
    bureaus: [...(choice?.bureaus ?? [])],
    ...(words === '' ? {} : { explanation: words }),
    ...(documentIds.length === 0 ? {} : { documentIds: [...documentIds] }),
  }
}

/** What keeps the person from seeing the letters, in the contract's own sentences. */
export const findProblems = (wizard: Wizard): Problem[] => [
  ...wizard.choices.flatMap(choice => [
    ...bureausMissing(choice),
    ...textTooLong(choice, maxExplanationLength),
  ]),
  ...tooManyDocuments(wizard),
]
