import { FoldTable } from '#web/ui/FoldTable.tsx'
import type { Listed } from '../contract.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { EarlierVersions } from './EarlierVersions.tsx'
import type { RowActs } from './row-acts.ts'

const heads = ['Name', 'Type', 'Size', 'Version', 'Uploaded', 'Actions'] as const

type Props = { documents: readonly Listed[]; acts: RowActs }

/** The newest version of each document, the last uploaded first as the server sends them. */
export const DocumentTable = ({ documents, acts }: Props) => (
  <FoldTable heads={heads} labelledBy="uploaded" className="c4 docs" right={['Size', 'Actions']}>
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
  </FoldTable>
)
