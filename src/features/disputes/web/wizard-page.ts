import type { Pickable } from './pickable.ts'
import { type Answer, type Problem, type Step, stepOf, type Wizard } from './wizard.ts'

/** What every step of the wizard is given: the accounts, the answers so far, and the ways on and back. */
export type WizardPage = {
  all: readonly Pickable[]
  wizard: Wizard
  answer: (answer: Answer) => void
  goTo: (step: Step) => void
  onBack: () => void
  onContinue: () => void
  /** The server said no to these answers. */
  onRefused: (problems: readonly Problem[]) => void
}

type About = Pick<Problem, 'accountId' | 'part'>

/** The id of the control that gives an answer. */
export const placeOf = ({ accountId, part }: About): string => `${part}-${accountId ?? 'all'}`

/** Brings the focus to the answer that a problem is about; an item of one bureau has no choice of bureaus. */
export const focusOn = ({ accountId, part }: About) => {
  const own = document.getElementById(placeOf({ accountId, part }))
  const item = document.getElementById(placeOf({ accountId, part: 'items' }))
  const control = own ?? item
  control?.focus()
}

/** The sentence about one answer, or null. */
export const sentenceAt = (wizard: Wizard, about: About): string | null =>
  wizard.problems.find(({ accountId, part }) => accountId === about.accountId && part === about.part)?.text ??
  null

/** The sentence about the choice of an account or of its bureaus, or null. */
export const sentenceOfItem = (wizard: Wizard, accountId: string): string | null =>
  wizard.problems.find(problem => problem.accountId === accountId && stepOf(problem) === 'items')?.text ??
  null
