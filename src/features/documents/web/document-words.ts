import { retention } from '#api/retention.ts'
import { showInstant } from '#values/dates.ts'
import type { DocumentKind } from '../upload-rules.ts'

/**
 * Bureaus require proper identification (15 USC 1681h(a)(1)) before they answer, and their answers are evidence when an
 * item is disputed again.
 */
export const kindTexts = {
  government_id: {
    label: 'Government ID',
    why: "A driver's license, ID card or passport. Bureaus ask for it to confirm your identity.",
  },
  proof_of_address: {
    label: 'Proof of address',
    why: 'A recent utility bill or bank statement. Bureaus ask for it to confirm your address.',
  },
  identity_theft_report: {
    label: 'Identity theft report',
    why: 'From IdentityTheft.gov or the police. With it, a bureau must block what a thief added to your file.',
  },
  bureau_reply: {
    label: "A bureau's reply",
    why: 'What a bureau answered. It is evidence if you dispute the item again.',
  },
  other: {
    label: 'Other',
    why: "Other proof, such as a lender's letter.",
  },
} as const satisfies Record<DocumentKind, { label: string; why: string }>

/** Shows `image/jpeg` as `JPEG`. */
export const showType = (mimeType: string): string => (mimeType.split('/')[1] ?? mimeType).toUpperCase()

const DAY_MS = 86_400_000

/** Until when a document deleted at an instant can be restored, as `Nov 28, 2026, 10:04 AM`. */
export const showUndoDeadline = (deletedAt: string, timeZone: string): string =>
  showInstant(Date.parse(deletedAt) + retention.deletedDocuments.usual * DAY_MS, timeZone)
