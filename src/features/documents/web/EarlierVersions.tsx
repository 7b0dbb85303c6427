import { useState } from 'react'
import { showFileSize } from '#values/bytes.ts'
import { showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Document } from '../contract.ts'
import { DocumentButtons } from './DocumentButtons.tsx'
import documentsStyles from './documents.module.css'
import type { RowActions } from './row-acts.ts'

type Props = { document: Document; acts: RowActions; columns: number }

/** A row below a document, in which its earlier versions are read when it is opened. */
export const EarlierVersions = ({ document, acts, columns }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <tr role="row" className={documentsStyles.earlier}>
      <td role="cell" className={responsiveTableStyles.fullWidth} colSpan={columns}>
        <Disclosure
          onToggle={event => setOpen(event.currentTarget.open)}
          summary={
            <>
              Earlier versions<span className={textStyles.visuallyHidden}> of {document.documentName}</span>
            </>
          }
        >
          {open && <Versions document={document} acts={acts} />}
        </Disclosure>
      </td>
    </tr>
  )
}

const Versions = ({ document, acts }: Omit<Props, 'columns'>) => {
  const { data, error, isFetching, refetch } = useApiQuery(client.documents.versions, {
    documentId: document.id,
  })
  if (data === undefined)
    return error === null ? (
      <div aria-busy="true">
        <Skeleton height="2rem" />
      </div>
    ) : (
      <ErrorNote error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  // A later one may have come since the list was read: it is not for this row to delete.
  const earlier = data.data.filter(({ version }) => version < document.version)
  return (
    <ul>
      {earlier.map(version => (
        <li key={version.id}>
          <span className={textStyles.number}>
            <b>v{version.version}</b> {showFileSize(version.fileSize)},{' '}
            {showDay(version.createdAt, browserTimeZone)}
          </span>
          <DocumentButtons
            document={version}
            name={`version ${version.version} of ${version.documentName}`}
            acts={acts}
            onDelete={() => acts.askToDelete({ document: version, alone: true })}
          />
        </li>
      ))}
    </ul>
  )
}
