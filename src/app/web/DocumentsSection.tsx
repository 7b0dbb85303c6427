import { SignedPapersOfUser } from '#features/agreement/web/SignedPapers.tsx'
import { DocumentsScreen } from '#features/documents/web/DocumentsScreen.tsx'
import { useUser } from '#features/identity/web/session.ts'

/** Documents, with the papers that a later feature has the user sign. */
export const DocumentsSection = () => (
  <DocumentsScreen signed={useUser().agreement === null ? null : <SignedPapersOfUser />} />
)
