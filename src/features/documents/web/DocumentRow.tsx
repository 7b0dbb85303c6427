import { showFileSize } from '#values/bytes.ts'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import textStyles from '#web/ui/text.module.css'
import type { ListedDocument } from '../contract.ts'
import { DocumentButtons } from './DocumentButtons.tsx'
import { kindTexts, showType } from './document-words.ts'
import documentsStyles from './documents.module.css'
import type { RowActions } from './row-acts.ts'
import { Thumbnail } from './Thumbnail.tsx'

/** One document of the list, in its newest version. */
export const DocumentRow = ({ document, acts }: { document: ListedDocument; acts: RowActions }) => (
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
