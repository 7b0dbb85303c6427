import type { DocumentKind } from '#features/documents/upload-rules.ts'

/** What a block needs, and which of it is there (15 U.S.C. 1681c-2(a)(1) to (4)). */

type Paper = { kind: DocumentKind; documentName: string }

export type BlockPart = { name: string; has: string | null; missing: string }

const newestOf = (kind: DocumentKind, documents: readonly Paper[]): string | null =>
  documents.find(one => one.kind === kind)?.documentName ?? null

/** The two papers that go with the request; the items and the statement are made with the dispute. */
export const listBlockParts = (documents: readonly Paper[]): BlockPart[] => [
  {
    name: 'Proof of who you are',
    has: newestOf('government_id', documents),
    missing: 'Upload a copy of a government ID.',
  },
  {
    name: 'An identity theft report',
    has: newestOf('identity_theft_report', documents),
    missing: 'Make it at IdentityTheft.gov and upload it in step 2.',
  },
]
