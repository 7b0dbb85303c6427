import type { DocumentKind } from '#features/documents/upload-rules.ts'
import type { AccountReason, InquiryReason } from '#features/findings/reasons.ts'
import type { PersonalField } from '../dispute-requests.ts'
import type { RecipientKind } from '../recipients.ts'
import { toPrintable } from './printable.ts'
import { nestQuotes } from './words.ts'

/** A document whose copy is enclosed with a letter: its kind, and the user's name for it. */
export type Enclosure = { kind: DocumentKind; name: string }

/** The names of kinds in a letter; others use the user's own name. */
const kindNames: Partial<Record<DocumentKind, string>> = {
  government_id: 'government ID',
  proof_of_address: 'proof of address',
  identity_theft_report: 'identity theft report',
}

const quoted = (name: string): string => `“${nestQuotes(toPrintable(name))}”`

/**
 * The enclosures as listed in the letter. It states "Enclosed" only for documents attached to the dispute; two of the
 * same kind are distinguished by name.
 */
export const enclosureNames = (enclosed: readonly Enclosure[]): string[] =>
  enclosed.map(({ kind, name }) => {
    const [known, own] = [kindNames[kind], quoted(name)]
    if (known === undefined) return `copy of ${own}`
    const isOnly = enclosed.filter(other => other.kind === kind).length === 1
    return `copy of ${known}${isOnly ? '' : `, ${own}`}`
  })

/** Whether a document of a kind is enclosed. */
export const encloses = (enclosed: readonly Pick<Enclosure, 'kind'>[], kind: DocumentKind): boolean =>
  enclosed.some(one => one.kind === kind)

/** Whether the letter encloses anything that supports its claims, besides identification. */
export const enclosesEvidence = (enclosed: readonly Pick<Enclosure, 'kind'>[]): boolean =>
  enclosed.some(({ kind }) => kind !== 'government_id' && kind !== 'proof_of_address')

/** A company identifies its customer by the account, so it needs no proof of identity. */
const identifiesByAccount = (to: RecipientKind): boolean => to === 'furnisher' || to === 'collector'

/** Every other letter needs these: a bureau must know the sender's identity before it answers. */
const always: readonly { kind: DocumentKind; says: string }[] = [
  {
    kind: 'government_id',
    says: 'A copy of a government ID, such as a driver’s license or passport, so that the bureau can tell that it is you',
  },
  {
    kind: 'proof_of_address',
    says: 'A copy of a recent utility bill or bank statement with your name and address, because the answer goes there',
  },
]

const theftReport =
  'A copy of your identity theft report from IdentityTheft.gov or the police, if you have one. With it and your ID the letter asks for a block within four business days'

/** The subject of a letter, for choosing helpful proof. */
export type ProofTopic = AccountReason | InquiryReason | PersonalField

/** Typical proof for a reason or a personal detail. */
const proofs: Partial<Record<ProofTopic, string>> = {
  identity_theft: theftReport,
  wrong_balance: 'A copy of a statement that shows the right amount',
  wrong_limit: 'A copy of a statement that shows the credit limit',
  wrong_payment_status: 'A copy of a statement or letter that shows the right status',
  never_late: 'Copies of statements or receipts for the months shown as late',
  paid_or_settled: 'A copy of the payoff or settlement letter, or of the cancelled check',
  closed_shown_open: 'A copy of the letter that confirms the closing',
  included_in_bankruptcy: 'A copy of the discharge order and of the schedule that lists the debt',
  sold_or_transferred: 'A copy of the letter that told you of the sale or transfer',
  medical: 'A copy of the explanation of benefits or of the paid bill',
  not_hard: 'A copy of a letter that says what your report was asked for',
  wrong_date: 'A copy of a letter that shows the date',
  name: 'If your name changed, a copy of the marriage certificate or court order',
  dob: 'A copy of your birth certificate, unless your ID shows your date of birth',
  ssn: 'A copy of your Social Security card',
}

/** What to add when mailing a letter about these: copies, never originals. Omits what is already enclosed. */
export const missingEnclosures = (
  about: readonly ProofTopic[],
  enclosed: readonly Pick<Enclosure, 'kind'>[],
  to: RecipientKind,
): string[] => [
  ...(identifiesByAccount(to) ? [] : always)
    .filter(({ kind }) => !encloses(enclosed, kind))
    .map(({ says }) => says),
  ...new Set(
    about.flatMap(one =>
      one === 'identity_theft' && encloses(enclosed, 'identity_theft_report') ? [] : (proofs[one] ?? []),
    ),
  ),
]
