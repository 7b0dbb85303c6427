import { type Bureau, bureaus } from '#values/bureau.ts'
import { freezeDayProblems } from '../../freeze-rules.ts'
import { optionOf, type Pickable } from './pickable.ts'
import type { Choice, Part, Problem, Wizard } from './wizard.ts'

export const steps = ['items', 'why', 'letters', 'send'] as const
export type Step = (typeof steps)[number]

export const isStep = (text: unknown): text is Step => steps.some(step => step === text)

/** At most this many items fit one dispute, as the contract says. */
const mostItems = 20
/** At most this many documents go with a letter, as the contract says. */
export const mostDocuments = 10
/** At most this many characters fit one explanation, as the contract says. */
export const longestText = 1000

/** What answers are held against: the things to choose from, and today (`YYYY-MM-DD`). */
export type Ground = { all: readonly Pickable[]; today: string }

/** What keeps the person from leaving a step, in the contract's own sentences; the server decides again. */
export const problemsAt = (step: Step, wizard: Wizard, ground: Ground): Problem[] => {
  switch (step) {
    case 'items':
      return [...tooFewOrMany(wizard), ...wizard.choices.flatMap(bureausMissing)]
    case 'why':
      return [...wizard.choices.flatMap(choice => notSaid(choice, ground)), ...tooManyDocuments(wizard)]
    case 'letters':
      return []
    case 'send':
      return wizard.attested
        ? []
        : [
            {
              key: null,
              part: 'attested',
              text: 'Confirm that what you say in the letters is true as far as you know.',
            },
          ]
  }
}

const tooFewOrMany = ({ choices }: Wizard): Problem[] => {
  if (choices.length === 0) return [{ key: null, part: 'items', text: 'Choose at least one item' }]
  if (choices.length > mostItems)
    return [{ key: null, part: 'items', text: `Choose at most ${mostItems} items` }]
  return []
}

const bureausMissing = ({ key, bureaus: chosen }: Choice): Problem[] =>
  chosen.length === 0 ? [{ key, part: 'bureaus', text: 'Choose at least one bureau' }] : []

const notSaid = (choice: Choice, { all, today }: Ground): Problem[] => {
  const { key } = choice
  const option = optionOf(
    all.find(item => item.key === key),
    choice,
    today,
  )
  if (option === null) return [{ key, part: 'reason', text: 'Choose a reason' }]
  const text = choice.text.trim()
  if (option.words?.needed && text === '') return [{ key, part: 'text', text: option.words.missing }]
  if (option.words !== null && text.length > option.words.most)
    return [
      { key, part: 'text', text: `Use at most ${option.words.most.toLocaleString('en-US')} characters` },
    ]
  return option.days ? daysWrong(choice, today) : []
}

const daysWrong = ({ key, from, until }: Choice, today: string): Problem[] =>
  Object.entries(
    freezeDayProblems({ action: 'lift', from: from ?? undefined, until: until ?? undefined }, today),
  ).map(([part, text]) => ({ key, part: part === 'from' ? 'from' : 'until', text }))

const tooManyDocuments = ({ documentIds }: Wizard): Problem[] =>
  documentIds.length > mostDocuments
    ? [{ key: null, part: 'documents', text: `Enclose at most ${mostDocuments} documents` }]
    : []

/** The step to show when one is asked for: the first before it that is not finished, else itself. */
export const reachable = (asked: Step, wizard: Wizard, ground: Ground): Step =>
  steps.slice(0, steps.indexOf(asked)).find(step => problemsAt(step, wizard, ground).length > 0) ?? asked

export const stepBefore = (step: Step): Step => steps[Math.max(0, steps.indexOf(step) - 1)] ?? 'items'
export const stepAfter = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? 'send'

/** How many items each letter will hold, in the order in which the product shows bureaus. */
export const lettersOf = ({ choices }: Pick<Wizard, 'choices'>): { bureau: Bureau; items: number }[] =>
  bureaus
    .map(bureau => ({ bureau, items: choices.filter(choice => choice.bureaus.includes(bureau)).length }))
    .filter(({ items }) => items > 0)

const parts: Readonly<Record<string, Part>> = {
  bureaus: 'bureaus',
  reason: 'reason',
  action: 'reason',
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
 * The server's sentences by path (`items.0.bureaus`) as problems of the items they are about. A freeze has one item,
 * whose answers stand in the body itself.
 */
export const problemsFrom = (fields: Readonly<Record<string, string>>, { choices }: Wizard): Problem[] =>
  Object.entries(fields).map(([path, text]) => {
    const [first = '', place, part] = path.split('.')
    const inItem = first === 'items'
    const choice = inItem ? choices[place === undefined ? -1 : Number(place)] : choices[0]
    const of = parts[(inItem ? part : first) ?? '']
    if (choice !== undefined && (inItem || of !== undefined))
      return { key: choice.key, part: of ?? 'items', text }
    return { key: null, part: whole[first] ?? 'items', text }
  })

/** The step on which a problem can be solved. */
export const stepOf = ({ part }: Pick<Problem, 'part'>): Step => {
  if (part === 'items' || part === 'bureaus') return 'items'
  if (part === 'attested') return 'send'
  return part === 'repeat' ? 'letters' : 'why'
}
