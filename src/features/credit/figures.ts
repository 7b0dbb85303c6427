import { accountTypes } from '#features/reports/canonical.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import type { AccountKind, Figures } from './contract.ts'
import { listDropOffs } from './drop-offs.ts'
import { listCardUse, listPayPlans } from './factors/card-use.ts'
import { type CreditFacts, isOpenAccount } from './facts.ts'

/** The kinds of credit, each account once; the most frequent first. */
export const countAccountKinds = ({ accounts }: CreditFacts): AccountKind[] =>
  accountTypes
    .map(type => {
      const alike = accounts.filter(({ latest }) => latest.accountType === type)
      const open = alike.filter(isOpenAccount).length
      return { type, open, notOpen: alike.length - open }
    })
    .filter(({ open, notOpen }) => open + notOpen > 0)
    .toSorted((one, other) => other.open + other.notOpen - one.open - one.notOpen)

export const buildFigures = (report: RedactedReport, facts: CreditFacts): Figures => ({
  cards: listCardUse(facts),
  payPlans: listPayPlans(facts),
  mix: countAccountKinds(facts),
  dropOffs: listDropOffs(report, facts),
})
