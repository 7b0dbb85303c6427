import { Note } from '#web/ui/Note.tsx'
import type { Analytics } from '../contract.ts'

/** The report is being fetched; the words come from the server. */
export const Processing = ({ data: { mainAlert, message } }: { data: Analytics }) => {
  const told = mainAlert.kind === 'processing'
  return (
    <Note tone="blue" busy role="status" title={told ? mainAlert.title : 'Your report is being prepared'}>
      <p>{message}</p>
      {told && <p>{mainAlert.recommendation}</p>}
    </Note>
  )
}
