import type { DisputableItem } from './disputable-item.ts'
import type { Problem, Wizard, WizardAction } from './wizard.ts'
import { problemStep, type Step } from './wizard-steps.ts'
import type { WizardType } from './wizard-types.ts'

/** What every step of the wizard is given: the things to choose from, the answers so far, and the ways on and back. */
export type WizardPage = {
  type: WizardType
  all: readonly DisputableItem[]
  wizard: Wizard
  /** Today, `YYYY-MM-DD`. */
  today: string
  /** The things that the person came here to look at, by key. */
  cameFor: ReadonlySet<string>
  answer: (answer: WizardAction) => void
  goTo: (step: Step) => void
  onBack: () => void
  onContinue: () => void
  /** These answers cannot stay: a step says so, or the server. */
  onRefused: (problems: readonly Problem[]) => void
  /** The dispute was made: its draft has done its work. */
  onMade: () => void
}

type About = Pick<Problem, 'key' | 'part'>

/** The id of the control that gives an answer. A key may be an address of several words, an id is one. */
export const controlId = ({ key, part }: About): string => `${part}-${encodeURIComponent(key ?? 'all')}`

/** Brings the focus to the answer that a problem is about; an item of one bureau has no choice of bureaus. */
export const focusOn = ({ key, part }: About) => {
  const own = document.getElementById(controlId({ key, part }))
  const item = document.getElementById(controlId({ key, part: 'items' }))
  const control = own ?? item
  control?.focus()
}

/** The sentence about one answer, or null. */
export const problemAt = (wizard: Wizard, about: About): string | null =>
  wizard.problems.find(({ key, part }) => key === about.key && part === about.part)?.text ?? null

/** The sentence about the choice of an item or of its bureaus, or null. */
export const itemProblem = (wizard: Wizard, itemKey: string): string | null =>
  wizard.problems.find(problem => problem.key === itemKey && problemStep(problem) === 'items')?.text ?? null
