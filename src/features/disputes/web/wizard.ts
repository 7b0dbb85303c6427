import { type AccountReason } from '#features/findings/account-reasons.ts'
import { type Bureau, bureaus, inOrder } from '#values/bureau.ts'
import type { AccountDispute } from '../contract.ts'
import { needsExplanation } from '../reasons.ts'

/** The account dispute as it is being put together. It lives in memory only and ends with the page. */
export type Wizard = { choices: readonly Choice[]; attested: boolean; problems: readonly Problem[] }

/** One account that the person says is wrong. */
export type Choice = {
  accountId: string
  bureaus: readonly Bureau[]
  reason: AccountReason | null
  explanation: string
}

type Part = 'items' | 'bureaus' | 'reason' | 'explanation' | 'attested'

/** A sentence about one answer; `accountId` is null when it is about the whole dispute. */
export type Problem = { accountId: string | null; part: Part; text: string }

export type Answer =
  | { did: 'choose'; accountId: string; offered: readonly Bureau[] }
  | { did: 'drop'; accountId: string }
  | { did: 'bureau'; accountId: string; bureau: Bureau; on: boolean }
  | { did: 'reason'; accountId: string; reason: AccountReason }
  | { did: 'explain'; accountId: string; text: string }
  | { did: 'attest'; on: boolean }
  | { did: 'meet'; problems: readonly Problem[] }

export const steps = ['items', 'why', 'letters', 'send'] as const
export type Step = (typeof steps)[number]

export const stepNames: Record<Step, string> = {
  items: 'Choose items',
  why: 'Say why',
  letters: 'Check letters',
  send: 'Send',
}

export const isStep = (text: unknown): text is Step => steps.some(step => step === text)

/** Nothing is chosen for the person, and the statement of truth starts empty. */
export const empty: Wizard = { choices: [], attested: false, problems: [] }

/** At most this many items fit one dispute, as the contract says. */
export const mostItems = 20
/** At most this many characters fit one explanation, as the contract says. */
export const longestExplanation = 1000

/** The wizard after an answer. An answer takes back the sentence about it; a changed letter takes back the statement. */
export const answered = (wizard: Wizard, answer: Answer): Wizard => {
  switch (answer.did) {
    case 'choose': {
      const only = answer.offered.length === 1 ? answer.offered : []
      const choice: Choice = { accountId: answer.accountId, bureaus: only, reason: null, explanation: '' }
      const others = wizard.choices.filter(({ accountId }) => accountId !== answer.accountId)
      return changed(wizard, [...others, choice], answer.accountId, 'items')
    }
    case 'drop':
      return {
        choices: wizard.choices.filter(({ accountId }) => accountId !== answer.accountId),
        attested: false,
        problems: wizard.problems.filter(
          ({ accountId, part }) => accountId !== answer.accountId && part !== 'items',
        ),
      }
    case 'bureau':
      return edited(wizard, answer.accountId, 'bureaus', ({ bureaus: old }) => ({
        bureaus: answer.on
          ? inOrder([...old, answer.bureau])
          : old.filter(bureau => bureau !== answer.bureau),
      }))
    case 'reason':
      return withoutProblem(
        edited(wizard, answer.accountId, 'reason', () => ({ reason: answer.reason })),
        answer.accountId,
        'explanation',
      )
    case 'explain':
      return edited(wizard, answer.accountId, 'explanation', () => ({ explanation: answer.text }))
    case 'attest':
      return withoutProblem({ ...wizard, attested: answer.on }, null, 'attested')
    case 'meet':
      return { ...wizard, problems: answer.problems }
  }
}

const withoutProblem = (wizard: Wizard, accountId: string | null, part: Part): Wizard => ({
  ...wizard,
  problems: wizard.problems.filter(
    problem => problem.part !== part || (problem.accountId !== null && problem.accountId !== accountId),
  ),
})

const changed = (wizard: Wizard, choices: readonly Choice[], accountId: string, part: Part): Wizard =>
  withoutProblem({ ...wizard, choices, attested: false }, accountId, part)

const edited = (
  wizard: Wizard,
  accountId: string,
  part: Part,
  edit: (choice: Choice) => Partial<Choice>,
): Wizard =>
  changed(
    wizard,
    wizard.choices.map(choice => (choice.accountId === accountId ? { ...choice, ...edit(choice) } : choice)),
    accountId,
    part,
  )

/** What keeps the person from leaving a step, in the contract's own sentences; the server decides again. */
export const problemsAt = (step: Step, wizard: Wizard): Problem[] => {
  switch (step) {
    case 'items':
      return [...tooFewOrMany(wizard), ...wizard.choices.flatMap(bureausMissing)]
    case 'why':
      return wizard.choices.flatMap(reasonMissing)
    case 'letters':
      return []
    case 'send':
      return wizard.attested
        ? []
        : [
            {
              accountId: null,
              part: 'attested',
              text: 'Confirm that what you say in the letters is true as far as you know.',
            },
          ]
  }
}

const tooFewOrMany = ({ choices }: Wizard): Problem[] => {
  if (choices.length === 0) return [{ accountId: null, part: 'items', text: 'Choose at least one item' }]
  if (choices.length > mostItems)
    return [{ accountId: null, part: 'items', text: `Choose at most ${mostItems} items` }]
  return []
}

const bureausMissing = ({ accountId, bureaus: chosen }: Choice): Problem[] =>
  chosen.length === 0 ? [{ accountId, part: 'bureaus', text: 'Choose at least one bureau' }] : []

const reasonMissing = ({ accountId, reason, explanation }: Choice): Problem[] => {
  if (reason === null) return [{ accountId, part: 'reason', text: 'Choose a reason' }]
  if (needsExplanation(reason) && explanation.trim() === '')
    return [{ accountId, part: 'explanation', text: 'Say in your own words what is wrong.' }]
  if (explanation.trim().length > longestExplanation)
    return [{ accountId, part: 'explanation', text: 'Use at most 1,000 characters' }]
  return []
}

/** The step to show when one is asked for: the first before it that is not finished, else itself. */
export const reachable = (asked: Step, wizard: Wizard): Step =>
  steps.slice(0, steps.indexOf(asked)).find(step => problemsAt(step, wizard).length > 0) ?? asked

export const stepBefore = (step: Step): Step => steps[Math.max(0, steps.indexOf(step) - 1)] ?? 'items'
export const stepAfter = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? 'send'

/** The items as the server takes them; one without a reason is left out. */
export const itemsOf = ({ choices }: Wizard): AccountDispute['items'] =>
  choices.flatMap(({ accountId, bureaus: chosen, reason, explanation }) => {
    const words = explanation.trim()
    return reason === null
      ? []
      : [{ accountId, bureaus: [...chosen], reason, ...(words === '' ? {} : { explanation: words }) }]
  })

/** How many items each letter will hold, in the order in which the product shows bureaus. */
export const lettersOf = ({ choices }: Wizard): { bureau: Bureau; items: number }[] =>
  bureaus
    .map(bureau => ({ bureau, items: choices.filter(choice => choice.bureaus.includes(bureau)).length }))
    .filter(({ items }) => items > 0)

/** The server's sentences by path (`items.0.bureaus`) as problems of the accounts they are about. */
export const problemsFrom = (fields: Readonly<Record<string, string>>, { choices }: Wizard): Problem[] =>
  Object.entries(fields).map(([path, text]) => {
    const [list, place, part] = path.split('.')
    const choice = list === 'items' && place !== undefined ? choices[Number(place)] : undefined
    if (choice === undefined)
      return { accountId: null, part: path === 'attested' ? 'attested' : 'items', text }
    return { accountId: choice.accountId, part: partOf(part), text }
  })

const partOf = (name: string | undefined): Part => {
  if (name === 'reason' || name === 'explanation' || name === 'bureaus') return name
  return 'items'
}

/** The step on which a problem can be solved. */
export const stepOf = ({ part }: Problem): Step => {
  if (part === 'attested') return 'send'
  return part === 'reason' || part === 'explanation' ? 'why' : 'items'
}
