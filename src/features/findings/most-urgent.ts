import type { Finding } from './finding.ts'
import type { FindingDispute } from './in-dispute.ts'

/**
 * What the pattern of identity theft looks like: it comes before all, for waiting makes it worse (15 USC 1681c-1). A number
 * that differs only from what the person typed, and applications of long ago, are questions like any other.
 */
export const isIdentityTheftPattern = ({
  rule,
  verdict,
  severity,
}: Pick<Finding, 'rule' | 'verdict' | 'severity'>): boolean =>
  (rule === 'I-06' && severity === 'high') || rule === 'P-06' || (rule === 'P-03' && verdict !== 'ask')

/**
 * The finding that a screen leads with, out of findings in the order of their weight: the first that is worth a dispute now,
 * else the first that is not in dispute already; null when there is none.
 */
export const selectLeadFinding = <
  One extends Pick<Finding, 'recommended'> & { dispute?: FindingDispute | null | undefined },
>(
  findings: readonly One[],
): One | null =>
  findings.find(({ recommended }) => recommended) ?? findings.find(({ dispute }) => !dispute) ?? null
