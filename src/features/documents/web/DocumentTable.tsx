import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import type { ListedDocument } from '../contract.ts'
import { DocumentRow } from './DocumentRow.tsx'
import documentsStyles from './documents.module.css'
import { EarlierVersions } from './EarlierVersions.tsx'
import type { RowActions } from './row-acts.ts'

const heads = ['Name', 'Type', 'Size', 'Version', 'Uploaded', 'Actions'] as const

type Props = { documents: readonly ListedDocument[]; acts: RowActions }

/** The newest version of each document, the last uploaded first as the server sends them. */
export const DocumentTable = ({ documents, acts }: Props) => (
  <ResponsiveTable
    headers={heads}
    labelledBy="uploaded"
    className={`${responsiveTableStyles.fourColumns} ${documentsStyles.table}`}
    rightAligned={['Size', 'Actions']}
  >
    {documents.flatMap(document => [
      <DocumentRow key={document.id} document={document} acts={acts} />,
      document.earlierVersions > 0 && (
        <EarlierVersions
          key={`${document.id} earlier`}
          document={document}
          acts={acts}
          columns={heads.length}
        />
      ),
    ])}
  </ResponsiveTable>
)
