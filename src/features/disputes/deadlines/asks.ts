import type { DocumentKind } from '#features/documents/upload-rules.ts'
import type { Bureau } from '#values/bureau.ts'
import type { DisputeType, FollowUp, Item } from '../dispute-contract.ts'
import { encloses } from '../letters/enclosures.ts'
import type { Ask } from './deadlines.ts'

/** The parts of an item that decide what a letter asks for. */
type AskedItem = { bureaus: readonly Bureau[]; reason: Item['reason']; from?: string | null }

/** A dispute as far as it decides what its letters ask for. */
export type AskSource = {
  type: DisputeType
  followUp: FollowUp | null
  items: readonly AskedItem[]
  enclosed: readonly { kind: DocumentKind }[]
}

/**
 * Whether a letter with these enclosures asks for a block. Section 605B(a) of the Act, 15 U.S.C. 1681c-2(a), requires proof
 * of identity and an identity theft report.
 */
export const hasBlockEnclosures = (enclosed: readonly { kind: DocumentKind }[]): boolean =>
  encloses(enclosed, 'identity_theft_report') && encloses(enclosed, 'government_id')

/** A freeze dispute has one item; its reason is the action. */
const freezeAsk = ([item]: readonly AskedItem[]): Ask => {
  if (item?.reason === 'lift') return { kind: 'freeze_lift', from: item.from ?? null }
  return item?.reason === 'remove' ? { kind: 'freeze_remove' } : { kind: 'freeze_place' }
}

/**
 * What the letter of a dispute to a bureau asks for, from the data that the letter is made from and never from its words,
 * which the person may edit. It is stored with the letter; for letters stored without it, this gives it again.
 */
export const listAsks = ({ type, followUp, items, enclosed }: AskSource, bureau: Bureau): Ask[] => {
  if (type === 'freeze') return [freezeAsk(items)]
  if (followUp === 'method_of_verification') return [{ kind: 'method_of_verification' }]
  const claimsTheft = items.some(item => item.reason === 'identity_theft' && item.bureaus.includes(bureau))
  return claimsTheft && hasBlockEnclosures(enclosed)
    ? [{ kind: 'dispute' }, { kind: 'block' }]
    : [{ kind: 'dispute' }]
}
