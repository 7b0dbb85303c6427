import * as layoutStyles from '#web/ui/layout.module.css'
import { UploadCard } from './UploadCard.tsx'
import { UploadedDocuments } from './UploadedDocuments.tsx'

/** The Documents section: uploading beside the list of what was uploaded. */
export const DocumentsScreen = () => (
  <div className={layoutStyles.asideLeft}>
    <UploadCard />
    <UploadedDocuments />
  </div>
)
