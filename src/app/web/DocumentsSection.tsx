import { SignedPapersOfUser } from '#features/agreement/web/SignedPapers.tsx'
import { DocumentsScreen } from '#features/documents/web/DocumentsScreen.tsx'

/**
 * Documents, with the papers that a later feature has the user sign. They stay here where the operator asks for no agreement
 * any more, as nothing else leads to them then.
 */
export const DocumentsSection = () => <DocumentsScreen signed={<SignedPapersOfUser />} />
