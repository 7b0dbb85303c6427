import { useEffect, useRef, useState } from 'react'
import { showFileSize } from '#values/bytes.ts'
import { showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import * as buttonStyles from '#web/ui/Button.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Document, ListedDocument } from '../contract.ts'
import { kindTexts, showType } from './document-words.ts'
import * as documentsStyles from './documents.module.css'
import { type RowActions, useDownload } from './row-acts.ts'

const heads = ['Name', 'Type', 'Size', 'Version', 'Uploaded', 'Actions'] as const

type TableProps = { documents: readonly ListedDocument[]; acts: RowActions }

/** The newest version of each document, the last uploaded first as the server sends them. */
export const DocumentTable = ({ documents, acts }: TableProps) => (
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

/** One document of the list, in its newest version. */
const DocumentRow = ({ document, acts }: { document: ListedDocument; acts: RowActions }) => (
  <tr role="row" className={document.earlierVersions > 0 ? documentsStyles.hasEarlier : undefined}>
    <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
      <span className={documentsStyles.name}>
        <Thumbnail documentId={document.id} />
        <span>
          {document.documentName}
          {document.kind !== 'other' && <small>{kindTexts[document.kind].label}</small>}
        </span>
      </span>
    </th>
    <td role="cell" data-l="Type">
      {showType(document.mimeType)}
    </td>
    <td role="cell" className={`${responsiveTableStyles.alignEnd} ${textStyles.noWrap}`} data-l="Size">
      {showFileSize(document.fileSize)}
    </td>
    <td role="cell" data-l="Version">
      v{document.version}
    </td>
    <td role="cell" className={`${textStyles.number} ${textStyles.noWrap}`} data-l="Uploaded">
      {showDay(document.createdAt, browserTimeZone)}
    </td>
    <td role="cell" className={responsiveTableStyles.fullWidth}>
      <DocumentButtons
        document={document}
        name={document.documentName}
        acts={acts}
        onDelete={() => acts.askToDelete({ document, alone: false })}
      />
    </td>
  </tr>
)

type EarlierProps = { document: Document; acts: RowActions; columns: number }

/** A row below a document, in which its earlier versions are read when it is opened. */
const EarlierVersions = ({ document, acts, columns }: EarlierProps) => {
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

const Versions = ({ document, acts }: Omit<EarlierProps, 'columns'>) => {
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

type ButtonsProps = {
  document: Document
  /** What the buttons call it: a row or a line has several. */
  name: string
  acts: RowActions
  onDelete: () => void
}

/** Download and Delete of one version: drawings in a wide row, words in a folded one. */
const DocumentButtons = ({ document, name, acts: { report, barred }, onDelete }: ButtonsProps) => {
  const { run, busy } = useDownload(document, report)
  return (
    <div className={`${responsiveTableStyles.actions} ${responsiveTableStyles.atEnd}`}>
      <Button
        variant="quiet"
        size="small"
        icon="download"
        className={`${buttonStyles.iconOnly} ${documentsStyles.button}`}
        busy={busy}
        onClick={run}
        aria-label={`Download ${name}`}
      >
        <span className={documentsStyles.phoneOnly}>Download</span>
      </Button>
      <Button
        variant="quiet"
        size="small"
        icon="trash"
        className={`${buttonStyles.iconOnly} ${documentsStyles.button} ${buttonStyles.quietDanger}`}
        disabled={barred !== null}
        onClick={onDelete}
        aria-label={`Delete ${name}`}
        aria-describedby={barred === null ? undefined : 'no-deleting'}
      >
        <span className={documentsStyles.phoneOnly}>Delete</span>
      </Button>
    </div>
  )
}

/** The small picture beside a document's name, fetched when it comes into view. Until then, or when it fails, a drawing. */
export const Thumbnail = ({ documentId }: { documentId: string }) => {
  const place = useRef<HTMLSpanElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [seen, setSeen] = useState(false)
  const { data } = useApiQuery(
    client.documents.thumbnail,
    { documentId },
    { enabled: seen, staleTime: Number.POSITIVE_INFINITY },
  )

  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(
      entries => setSeen(before => before || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    if (!data || !picture.current) return
    const address = URL.createObjectURL(data)
    picture.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [data])

  return (
    <span className={documentsStyles.thumbnail} ref={place}>
      {data ? <img ref={picture} alt="" /> : <Icon name="image" />}
    </span>
  )
}
