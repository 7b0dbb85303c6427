import type { CompanyStep } from '../collectors/steps.ts'
import type { Outcome } from '../dispute-contract.ts'

/** What a person can do next after the company that reports an account answered. All of it is a choice. */

const withBureaus = (title: string, text: string): CompanyStep => ({
  title,
  text,
  act: 'dispute_with_bureaus',
})

/** Each bureau must pass a dispute on to the company, which must then investigate (15 U.S.C. 1681i(a)(2), 1681s-2(b)). */
const passedOn = 'Each bureau must pass your dispute on to the company (15 U.S.C. 1681i(a)(2)).'

const changed = withBureaus(
  'Dispute the account where it is still wrong',
  `Look at a new report. Where a bureau still shows it, say what is wrong there and enclose the answer. ${passedOn}`,
)

const bureausToo = withBureaus(
  'Dispute the account with the bureaus',
  `If you still think that it is wrong, say why. ${passedOn}`,
)

/** After a direct dispute was answered, or not in time. */
export const directSteps = (outcome: Outcome): CompanyStep[] =>
  outcome === 'deleted' || outcome === 'corrected' ? [changed] : [bureausToo]

/** After a notice of identity theft: each bureau that still shows the account can be asked for a block (15 U.S.C. 1681c-2). */
export const theftSteps: readonly CompanyStep[] = [
  withBureaus(
    'Ask the bureaus for a block',
    'Where a new report still shows the account, dispute it as identity theft. Enclose your identity theft report and a government ID: the letter then asks for a block (15 U.S.C. 1681c-2).',
  ),
]
