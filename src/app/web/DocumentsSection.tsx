import { SignedPapersOfUser } from '#features/agreement/web/SignedPapers.tsx'
import { DocumentsScreen } from '#features/documents/web/DocumentsScreen.tsx'

/**
 * Documents, with the signed papers of a higher feature. They stay here if the operator no longer requires an agreement,
 * because nothing else links to them then.
 */
export const DocumentsSection = () => <DocumentsScreen signed={<SignedPapersOfUser />} />
