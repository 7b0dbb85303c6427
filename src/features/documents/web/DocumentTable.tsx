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
import { Skeleton } from '#web/ui/Loading.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Document, ListedDocument } from '../contract.ts'
import { type RowActions, useDownload } from './document-actions.ts'
import { kindTexts, showType } from './document-words.ts'
import * as documentsStyles from './documents.module.css'

const heads = ['Name', 'Type', 'Size', 'Version', 'Uploaded', 'Actions'] as const

type TableProps = { documents: readonly ListedDocument[]; actions: RowActions }

/** The newest version of each document, in the server's order. */
export const DocumentTable = ({ documents, actions }: TableProps) => (
  <ResponsiveTable
    headers={heads}
    labelledBy="uploaded"
    className={`${responsiveTableStyles.fourColumns} ${documentsStyles.table}`}
    rightAligned={['Size', 'Actions']}
  >
    {documents.flatMap(document => [
      <DocumentRow key={document.id} document={document} actions={actions} />,
      document.earlierVersions > 0 && (
        <EarlierVersions
          key={`${document.id} earlier`}
          document={document}
          actions={actions}
          columns={heads.length}
        />
      ),
    ])}
  </ResponsiveTable>
)

const DocumentRow = ({ document, actions }: { document: ListedDocument; actions: RowActions }) => (
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
        actions={actions}
        onDelete={() => actions.confirmDelete({ document, alone: false })}
      />
    </td>
  </tr>
)

type EarlierProps = { document: Document; actions: RowActions; columns: number }

/** A row below a document that loads its earlier versions when it is opened. */
const EarlierVersions = ({ document, actions, columns }: EarlierProps) => {
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
          {open && <Versions document={document} actions={actions} />}
        </Disclosure>
      </td>
    </tr>
  )
}

const Versions = ({ document, actions }: Omit<EarlierProps, 'columns'>) => {
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
  // A later version may exist by now; this row must not delete it.
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
            actions={actions}
            onDelete={() => actions.confirmDelete({ document: version, alone: true })}
          />
        </li>
      ))}
    </ul>
  )
}

type ButtonsProps = {
  document: Document
  /** Its name in button labels, since a row has several. */
  name: string
  actions: RowActions
  onDelete: () => void
}

/** Download and Delete of one version: icons in a wide row, text in a folded one. */
const DocumentButtons = ({ document, name, actions: { report, barred }, onDelete }: ButtonsProps) => {
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

/** Fetched when it comes into view; an icon until then, or if it fails. */
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
