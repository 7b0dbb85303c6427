import type { Document } from '#features/documents/contract.ts'
import { type DocumentKind, nameWithoutPage } from '#features/documents/upload-rules.ts'
import { identificationKinds } from './cautions.ts'

/**
 * Documents that prove identity to a bureau, which requires that before it acts (15 U.S.C. 1681h(a)(1),
 * 1681c-1(i)(1)(B)).
 */

type Enclosable = Pick<Document, 'id' | 'kind' | 'documentName' | 'createdAt'>

/** The newest document of a kind with the other pages of its file, in upload order. */
export const newestOf = (kind: DocumentKind, documents: readonly Enclosable[]): string[] => {
  const ofKind = documents
    .filter(document => document.kind === kind)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  const name = nameWithoutPage(ofKind.at(-1)?.documentName ?? '')
  return ofKind.filter(({ documentName }) => nameWithoutPage(documentName) === name).map(({ id }) => id)
}

/** The newest document of each kind that identifies the user. */
export const listIdentification = (documents: readonly Enclosable[]): string[] =>
  identificationKinds.flatMap(kind => newestOf(kind, documents))
