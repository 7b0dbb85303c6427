import type { Listed } from '../contract.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { EarlierVersions } from './EarlierVersions.tsx'
import type { RowActs } from './row-acts.ts'

const heads = ['Name', 'Type', 'Size', 'Version', 'Uploaded', 'Actions'] as const

type Props = { documents: readonly Listed[]; acts: RowActs }

/** The newest version of each document, the last uploaded first as the server sends them. */
export const DocumentTable = ({ documents, acts }: Props) => (
  <table className="tbl fold c4 docs" role="table" aria-labelledby="uploaded">
    <thead role="rowgroup">
      <tr role="row">
        {heads.map(head => (
          <th
            key={head}
            scope="col"
            role="columnheader"
            className={head === 'Size' || head === 'Actions' ? 'r' : undefined}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
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
    </tbody>
  </table>
)
