import { type ChangeEvent, type DragEvent, useId } from 'react'
import { showBytes } from '#values/bytes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { maxReportBytes, type ReportImport } from './use-report-import.ts'
import '#web/ui/upload.css'

/** Choosing a report file: a real file input whose label is the target; dropping a file is an extra. */
export const ReportFilePicker = ({ work }: { work: ReportImport }) => {
  const id = useId()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file) work.start(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file) work.start(file)
  }

  return (
    <div className={work.problem === null ? 'field' : 'field bad'}>
      <span className="lbl" id={`${id}-label`}>
        Report file
      </span>
      <p className="hint" id={`${id}-hint`}>
        The file as your lender, monitoring service or bureau gives it: XML, JSON or TU4R, not PDF. Up to{' '}
        {showBytes(maxReportBytes)}.
      </p>
      {work.problem !== null && (
        <p className="err" id={`${id}-problem`} role="alert">
          <Icon name="warn" />
          <span>{work.problem}</span>
        </p>
      )}
      <input
        className="vh"
        id={id}
        type="file"
        accept=".xml,.json,.txt"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint ${id}-problem`}
        aria-invalid={work.problem !== null}
        onChange={choose}
      />
      {work.sent === null ? (
        <label className="drop" htmlFor={id} onDragOver={event => event.preventDefault()} onDrop={drop}>
          <Icon name="upload" />
          <b>{work.problem === null ? 'Choose a report file' : 'Choose another file'}</b>
          <span>.xml, .json or .txt</span>
        </label>
      ) : (
        <Sending share={work.sent} />
      )}
    </div>
  )
}

const Sending = ({ share }: { share: number }) => (
  <div className="drop wait" aria-busy="true">
    <b role="status">{share < 0.995 ? 'Uploading...' : 'Reading your report...'}</b>
    <ProgressBar label="Upload" share={share} />
  </div>
)
