import { maxItems } from '#features/findings/reasons.ts'
import { bureaus as allBureaus, type Bureau } from '#values/bureau.ts'
import { freezeDayProblems } from '../../freeze-rules.ts'
import { maxDocuments, tooLongMessage, validationMessages } from '../../limits.ts'
import { chosenOption, type DisputableItem } from './disputable-item.ts'
import type { Choice, Part, Problem, Wizard } from './wizard.ts'

/** The steps of every wizard, in order. */
export const steps = ['items', 'why', 'letters', 'send'] as const
export type Step = (typeof steps)[number]

/** Whether a text of the address is the name of a step. */
export const isStep = (text: unknown): text is Step => steps.some(step => step === text)

/** The data that answers are checked against: the items to choose from, and today (`YYYY-MM-DD`). */
export type WizardContext = { all: readonly DisputableItem[]; today: string }

/** Problems that block leaving a step, with the contract's messages; the server decides again. */
export const stepProblems = (step: Step, wizard: Wizard, context: WizardContext): Problem[] => {
  switch (step) {
    case 'items':
      return [...tooFewOrMany(wizard), ...wizard.choices.flatMap(bureausMissing)]
    case 'why':
      return [...wizard.choices.flatMap(choice => notSaid(choice, context)), ...tooManyDocuments(wizard)]
    case 'letters':
      return []
    case 'send':
      return wizard.attested ? [] : [notAttested]
  }
}

/** The statement of truth is missing. */
export const notAttested: Problem = {
  key: null,
  part: 'attested',
  text: 'Confirm that what you say in the letters is true as far as you know.',
}

/** An earlier dispute made the same claim, and the user has not confirmed that they know. */
export const repeatUnconfirmed: Problem = {
  key: null,
  part: 'repeat',
  text: 'Confirm that you send it again, or go back and change it.',
}

const tooFewOrMany = ({ choices }: Wizard): Problem[] => {
  if (choices.length === 0) return [{ key: null, part: 'items', text: validationMessages.noItem }]
  if (choices.length > maxItems) return [{ key: null, part: 'items', text: validationMessages.tooManyItems }]
  return []
}

/** An item without a chosen bureau. */
export const bureausMissing = ({ key, bureaus: chosen }: Choice): Problem[] =>
  chosen.length === 0 ? [{ key, part: 'bureaus', text: validationMessages.noBureau }] : []

const notSaid = (choice: Choice, { all, today }: WizardContext): Problem[] => {
  const { key } = choice
  const option = chosenOption(
    all.find(item => item.key === key),
    choice,
    today,
  )
  if (option === null) return [{ key, part: 'reason', text: validationMessages.noReason }]
  if (option.words?.needed && choice.text.trim() === '')
    return [{ key, part: 'text', text: option.words.missing }]
  const long = option.words === null ? [] : textTooLong(choice, option.words.most)
  return option.days ? [...long, ...daysWrong(choice, today)] : long
}

const daysWrong = ({ key, from, until }: Choice, today: string): Problem[] =>
  Object.entries(
    freezeDayProblems({ action: 'lift', from: from ?? undefined, until: until ?? undefined }, today),
  ).map(([part, text]) => ({ key, part: part === 'from' ? 'from' : 'until', text }))

/** More text than the letter allows. */
export const textTooLong = ({ key, text }: Choice, most: number): Problem[] =>
  text.trim().length > most ? [{ key, part: 'text', text: tooLongMessage(most) }] : []

/** More enclosures than allowed. */
export const tooManyDocuments = ({ documentIds }: Wizard): Problem[] =>
  documentIds.length > maxDocuments
    ? [{ key: null, part: 'documents', text: validationMessages.tooManyDocuments }]
    : []

/** The step to show for a requested one: the first unfinished step before it, otherwise itself. */
export const reachableStep = (asked: Step, wizard: Wizard, context: WizardContext): Step =>
  steps.slice(0, steps.indexOf(asked)).find(step => stepProblems(step, wizard, context).length > 0) ?? asked

/** The steps before and after a step; the first and the last step are their own neighbors. */
export const stepBefore = (step: Step): Step => steps[Math.max(0, steps.indexOf(step) - 1)] ?? 'items'
export const stepAfter = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? 'send'

/** How many items each letter will contain, in display order. */
export const countLetters = ({ choices }: Pick<Wizard, 'choices'>): { bureau: Bureau; items: number }[] =>
  allBureaus
    .map(bureau => ({ bureau, items: choices.filter(choice => choice.bureaus.includes(bureau)).length }))
    .filter(({ items }) => items > 0)

const parts: Readonly<Record<string, Part>> = {
  bureaus: 'bureaus',
  reason: 'reason',
  action: 'reason',
  correctBureau: 'right',
  explanation: 'text',
  correctValue: 'text',
  from: 'from',
  until: 'until',
}

const whole: Readonly<Record<string, Part>> = {
  documentIds: 'documents',
  repeat: 'repeat',
  attested: 'attested',
}

/**
 * Converts the server's messages by path (`items.0.bureaus`) to problems of the items they are about. A freeze has one
 * item, whose answers are in the body itself.
 */
export const problemsFromFields = (
  fields: Readonly<Record<string, string>>,
  { choices }: Wizard,
): Problem[] =>
  Object.entries(fields).map(([path, text]) => {
    const [first = '', place, part] = path.split('.')
    const inItem = first === 'items'
    const choice = inItem ? choices[place === undefined ? -1 : Number(place)] : choices[0]
    const of = parts[(inItem ? part : first) ?? '']
    if (choice !== undefined && (inItem || of !== undefined))
      return { key: choice.key, part: of ?? 'items', text }
    return { key: null, part: whole[first] ?? 'items', text }
  })

/** The step on which a problem can be fixed. */
export const problemStep = ({ part }: Pick<Problem, 'part'>): Step => {
  if (part === 'items' || part === 'bureaus') return 'items'
  if (part === 'attested') return 'send'
  return part === 'repeat' ? 'letters' : 'why'
}

/** Reasons that a chosen bureau's values do not allow, checked before the server does. */
export const findIneligibleReasons = ({ choices }: Wizard, { all, today }: WizardContext): Problem[] =>
  choices.flatMap(choice => {
    const { key, bureaus, reason } = choice
    const item = all.find(one => one.key === key)
    if (item === undefined || reason === null || chosenOption(item, choice, today) === null) return []
    const bureau = bureaus.find(one => !item.isReasonAllowed(reason, one, today))
    if (bureau === undefined) return []
    const text =
      bureaus.length === 1
        ? `This does not fit what ${bureau} shows. Choose another reason.`
        : `This does not fit what ${bureau} shows. Choose another reason, or leave ${bureau} out.`
    return [{ key, part: 'reason', text }]
  })
