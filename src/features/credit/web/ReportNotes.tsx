import { Note } from '#web/ui/Note.tsx'
import type { Analytics } from '../contract.ts'
import { describeFileStatus } from './file-words.ts'

/** What one must know to read the report: bureaus that sent no file, values given once for several, notes of reading. */
export const ReportNotes = ({ data: { fullReport, report } }: { data: Analytics }) => {
  const silent = fullReport?.fileStatuses.filter(file => file.status !== 'hit') ?? []
  const merged = fullReport?.accountInformation.some(account => account.valuesShared) ?? false
  const warnings = report?.warnings ?? []
  return (
    <>
      {silent.length > 0 && (
        <Note tone="plain" icon="shield" title="Not every bureau sent a file">
          {silent.map(file => (
            <p key={file.bureau}>{describeFileStatus(file)}</p>
          ))}
        </Note>
      )}
      {merged && (
        <Note tone="plain" title="Shared values">
          This is a merged report: it gives an account one set of values, whichever bureaus report it. Columns
          marked "Shared values" show that set, so they cannot show where the bureaus differ.
        </Note>
      )}
      {warnings.length > 0 && (
        <Note tone="plain" title="Notes on what was read">
          {warnings.map(warning => (
            <p key={`${warning.code} ${warning.message}`}>{warning.message}</p>
          ))}
        </Note>
      )}
    </>
  )
}
