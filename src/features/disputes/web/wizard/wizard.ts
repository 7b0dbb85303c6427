import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { Draft } from '../../dispute-requests.ts'

/** The state of a dispute wizard, for all types. The server stores only its answers between visits. */
export type Wizard = {
  choices: readonly Choice[]
  /** Documents to enclose, in the order in which they were chosen. */
  documentIds: readonly string[]
  /** The user knows that an earlier dispute made the same claim. */
  repeat: boolean
  attested: boolean
  /** The user disputes what their free annual report shows. */
  freeReport: boolean
  problems: readonly Problem[]
}

/** One item of a dispute, in the draft's form. */
export type Choice = Readonly<Omit<Draft['items'][number], 'bureaus'>> & {
  readonly bureaus: readonly Bureau[]
}

/** The data of the letters. */
export type Answers = Pick<Wizard, 'choices' | 'documentIds'>

export type Part =
  | 'items'
  | 'bureaus'
  | 'reason'
  | 'right'
  | 'text'
  | 'from'
  | 'until'
  | 'documents'
  | 'repeat'
  | 'attested'

/** A message about one answer; `key` is null if it is about the whole dispute. */
export type Problem = { key: string | null; part: Part; text: string }

export type WizardAction =
  | { did: 'choose'; key: string; offered: readonly Bureau[] }
  | { did: 'drop'; key: string }
  | { did: 'bureau'; key: string; bureau: Bureau; on: boolean }
  | { did: 'reason'; key: string; reason: string }
  | { did: 'right'; key: string; bureau: Bureau | null }
  | { did: 'say'; key: string; text: string }
  | { did: 'day'; key: string; part: 'from' | 'until'; day: string }
  | { did: 'enclose'; documentId: string; on: boolean }
  | { did: 'repeat'; on: boolean }
  | { did: 'attest'; on: boolean }
  | { did: 'free report'; on: boolean }
  | { did: 'meet'; problems: readonly Problem[] }
  | { did: 'restart'; answers: Answers }

/** An item without answers. */
export const emptyChoice = (key: string): Choice => ({
  key,
  bureaus: [],
  reason: null,
  correctBureau: null,
  text: '',
  from: null,
  until: null,
})

/** A wizard with some answers. The statement of truth is always unchecked at first. */
export const startWizard = ({ choices, documentIds }: Answers): Wizard => ({
  choices,
  documentIds,
  repeat: false,
  attested: false,
  freeReport: false,
  problems: [],
})

/** The wizard after an answer. An answer clears its message; a changed letter clears the statement of truth. */
export const applyAction = (wizard: Wizard, answer: WizardAction): Wizard => {
  switch (answer.did) {
    case 'choose': {
      const only = answer.offered.length === 1 ? answer.offered : []
      const others = wizard.choices.filter(({ key }) => key !== answer.key)
      const choices = [...others, { ...emptyChoice(answer.key), bureaus: only }]
      return without(changed({ ...wizard, choices }), answer.key, ['items'])
    }
    case 'drop': {
      const choices = wizard.choices.filter(({ key }) => key !== answer.key)
      const problems = wizard.problems.filter(({ key, part }) => key !== answer.key && part !== 'items')
      return changed({ ...wizard, choices, problems })
    }
    case 'bureau':
      return edited(wizard, answer.key, ['bureaus'], ({ bureaus }) => ({
        bureaus: answer.on
          ? sortBureaus([...bureaus, answer.bureau])
          : bureaus.filter(bureau => bureau !== answer.bureau),
      }))
    case 'reason':
      return edited(wizard, answer.key, ['reason', 'right', 'text', 'from', 'until'], () => ({
        reason: answer.reason,
        correctBureau: null,
      }))
    case 'right':
      return edited(wizard, answer.key, ['reason', 'right'], () => ({ correctBureau: answer.bureau }))
    case 'say':
      return edited(wizard, answer.key, ['text'], () => ({ text: answer.text }))
    case 'day':
      return edited(wizard, answer.key, ['from', 'until'], () => ({
        [answer.part]: answer.day === '' ? null : answer.day,
      }))
    case 'enclose': {
      const others = wizard.documentIds.filter(id => id !== answer.documentId)
      const documentIds = answer.on ? [...others, answer.documentId] : others
      return without(changed({ ...wizard, documentIds }), null, ['documents'])
    }
    case 'repeat':
      return without({ ...wizard, repeat: answer.on }, null, ['repeat'])
    case 'attest':
      return without({ ...wizard, attested: answer.on }, null, ['attested'])
    case 'free report':
      return { ...wizard, freeReport: answer.on }
    case 'meet':
      return { ...wizard, problems: answer.problems }
    case 'restart':
      return startWizard(answer.answers)
  }
}

/** After a change the letters differ, so earlier confirmations no longer apply. */
const changed = (wizard: Wizard): Wizard => ({ ...wizard, repeat: false, attested: false })

const without = (wizard: Wizard, about: string | null, parts: readonly Part[]): Wizard => ({
  ...wizard,
  problems: wizard.problems.filter(
    ({ key, part }) => !parts.includes(part) || (key !== null && key !== about),
  ),
})

const edited = (
  wizard: Wizard,
  about: string,
  parts: readonly Part[],
  edit: (choice: Choice) => Partial<Choice>,
): Wizard => {
  const choices = wizard.choices.map(choice =>
    choice.key === about ? { ...choice, ...edit(choice) } : choice,
  )
  return without(changed({ ...wizard, choices }), about, parts)
}
