import type { Item } from '../../dispute-contract.ts'
import type { FollowUpDispute } from '../../dispute-requests.ts'
import { changesNothing } from '../../item-disputes.ts'
import { countWords, maxExplanationLength, maxStatementWords, validationMessages } from '../../limits.ts'
import { startingAnswers } from '../wizard/draft.ts'
import { emptyChoice, type Problem, startWizard, type Wizard } from '../wizard/wizard.ts'
import { bureausMissing, textTooLong, tooManyDocuments } from '../wizard/wizard-steps.ts'

export type Step = Item['steps'][number]

/** The initial state of a step; of several bureaus none is preselected. Identification is enclosed. */
export const startFollowUp = (
  item: Item,
  { bureaus }: Step,
  documents: Parameters<typeof startingAnswers>[1],
): Wizard =>
  startWizard(
    startingAnswers(
      {
        choices: [{ ...emptyChoice(item.id), bureaus: bureaus.length === 1 ? bureaus : [] }],
        documentIds: [],
      },
      documents,
    ),
  )

/**
 * The prompt for the user's own words; null if the letter contains none: a personal entry already contains the right
 * value.
 */
export const explanationPrompt = (item: Item, { kind }: Step): { label: string; hint: string } | null => {
  const goes = 'Your words go into the letter as you write them'
  if (kind === 'statement')
    return {
      label: 'Your statement',
      hint: `Say briefly what is wrong. Anyone who gets your report may read it: leave out account numbers and what is nobody’s business. ${goes}.`,
    }
  if (kind === 'notify_recipients')
    return {
      label: 'Whom should the bureau notify?',
      hint: `Name each lender, employer or other company, with its city if you know it. The inquiries of your report show who received it. ${goes}.`,
    }
  if (kind === 'method_of_verification')
    return { label: 'Anything to add', hint: `The letter asks the question anyway. ${goes}.` }
  return item.type === 'personal-info'
    ? null
    : {
        label: 'What is new',
        hint: `What the bureau has not heard from you yet. ${goes}${item.explanation === null ? '' : ', after those of your first letter'}.`,
      }
}

/** The request. */
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

/** Why a text cannot be a statement; null if it can. */
const statementProblem = (words: string): string | null => {
  if (words.trim() === '') return validationMessages.noStatement
  return countWords(words) > maxStatementWords ? validationMessages.statementTooLong : null
}

/** Whether the letter requires the user's own words. */
export const needsWords = (kind: Step['kind']): boolean => changesNothing(kind)

const wordsProblem = (kind: Step['kind'], words: string): string | null => {
  if (kind === 'statement') return statementProblem(words)
  return needsWords(kind) && words.trim() === '' ? validationMessages.noRecipients : null
}

/** Problems that block the preview of the letters, with the contract's messages. */
export const findProblems = (wizard: Wizard, { kind }: Pick<Step, 'kind'>): Problem[] => [
  ...wizard.choices.flatMap(choice => {
    const text = wordsProblem(kind, choice.text)
    return [
      ...bureausMissing(choice),
      ...(text === null ? [] : [{ key: choice.key, part: 'text', text } as const]),
      ...textTooLong(choice, maxExplanationLength),
    ]
  }),
  ...tooManyDocuments(wizard),
]
