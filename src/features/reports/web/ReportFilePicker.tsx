import { showBytes } from '#values/bytes.ts'
import { FilePicker } from '#web/ui/FilePicker.tsx'
import { maxReportBytes, type ReportImport } from './use-report-import.ts'

export const ReportFilePicker = ({ work }: { work: ReportImport }) => (
  <FilePicker
    label="Report file"
    hint={`XML, JSON or TU4R, up to ${showBytes(maxReportBytes)}. We can’t read PDF yet.`}
    accept=".xml,.json,.txt"
    prompt="Choose a report file"
    retryPrompt="Choose another file"
    formats=".xml, .json or .txt"
    problem={work.problem}
    progress={work.progress}
    processingText="Reading your report..."
    onFile={work.start}
  />
)
