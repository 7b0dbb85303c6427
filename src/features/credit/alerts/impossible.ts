import type { Finding } from '#features/findings/finding.ts'
import type { MainAlert, ShownAccount } from '../contract.ts'
import type { Facts } from '../facts.ts'
import { basisOf, count, nameOf, placeOf } from '../wording.ts'

/** A row of an account that a finding calls impossible. */
type Item = { row: ShownAccount; finding: Finding }

const itemsOf = ({ accounts }: Facts, findings: readonly Finding[]): Item[] => {
  const rowsOf = new Map(accounts.map(({ id, rows }) => [id, rows]))
  return findings
    .filter(({ verdict }) => verdict === 'impossible')
    .flatMap(finding =>
      finding.subject.kind === 'account'
        ? (rowsOf.get(finding.subject.id) ?? [])
            .filter(row => finding.bureaus.includes(row.bureau))
            .map(row => ({ row, finding }))
        : [],
    )
}

/**
 * What cannot be true as it stands, whoever owes what: the bureau must follow reasonable procedures for maximum
 * possible accuracy (15 USC 1681e(b)) and reinvestigate what the consumer disputes (15 USC 1681i(a)). `findings` are
 * those of the same shown report, the weightiest first.
 */
export const impossibleItem = (facts: Facts, findings: readonly Finding[]): MainAlert | null => {
  const items = itemsOf(facts, findings)
  const [first] = items
  if (first === undefined) return null
  const told = new Set(items.filter(({ finding }) => finding === first.finding).map(({ row }) => row))
  const others = new Set(items.map(({ row }) => row)).size - told.size
  return {
    kind: 'impossible_item',
    title: first.finding.title,
    recommendation: `Check ${nameOf(first.row, facts)} ${placeOf(first.row)}. If it is wrong, start an account dispute.`,
    explanation: `${first.finding.explanation}${
      others > 0
        ? ` ${count(others, 'other account entry', 'other account entries')} of this report ${others === 1 ? 'does' : 'do'} not add up either.`
        : ''
    }`,
    basis: items.map(({ row, finding }) => basisOf(row, facts, finding.title)),
  }
}
