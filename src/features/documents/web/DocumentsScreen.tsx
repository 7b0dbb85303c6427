import { UploadCard } from './UploadCard.tsx'
import { UploadedDocuments } from './UploadedDocuments.tsx'
import '#web/ui/upload.css'
import './documents.css'

/** The Documents section: uploading beside the list of what was uploaded. */
export const DocumentsScreen = () => (
  <div className="aside-l">
    <UploadCard />
    <UploadedDocuments />
  </div>
)
