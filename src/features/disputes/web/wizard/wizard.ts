import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { Draft } from '../../dispute-requests.ts'

/** A dispute of any type as it is being put together. The server keeps its answers between visits, and nothing else of it. */
export type Wizard = {
  choices: readonly Choice[]
  /** Documents to enclose, in the order in which they were chosen. */
  documentIds: readonly string[]
  /** The person knows that an earlier dispute said the same. */
  repeat: boolean
  attested: boolean
  /** The person disputes what their free annual report shows. */
  freeReport: boolean
  problems: readonly Problem[]
}

/** One item of a dispute, in the shape in which the draft keeps it. */
export type Choice = Readonly<Omit<Draft['items'][number], 'bureaus'>> & {
  readonly bureaus: readonly Bureau[]
}

/** What the letters are made of. */
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

/** A sentence about one answer; `key` is null when it is about the whole dispute. */
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

/** A wizard with some answers. The statement of truth always starts empty. */
export const startWizard = ({ choices, documentIds }: Answers): Wizard => ({
  choices,
  documentIds,
  repeat: false,
  attested: false,
  freeReport: false,
  problems: [],
})

/** The wizard after an answer. An answer takes back the sentence about it; a changed letter takes back the statement. */
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

/** Other letters: what was confirmed of the ones before does not hold for them. */
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
