import { type SyntheticEvent, useEffect, useRef } from 'react'
import standalonePageStyles from '#web/StandalonePage.module.css'
import cardStyles from '#web/ui/Card.module.css'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { documentKinds } from '../upload-rules.ts'
import { DocumentFilePicker } from './DocumentFilePicker.tsx'
import { kindTexts } from './document-words.ts'
import documentsStyles from './documents.module.css'
import { type Upload, useUpload } from './use-upload.ts'

/** Names a file, says what it is and sends it: choosing the file is what sends it. */
export const UploadCard = () => {
  const upload = useUpload()
  const outcome = useRef<HTMLDivElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const sending = upload.sending !== null
  const disabled = sending || upload.barred !== null

  // What had the focus was disabled while the file was on its way.
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && !sending && document.activeElement === document.body)
      (outcome.current ?? file.current)?.focus()
    wasSending.current = sending
  }, [sending])

  const askName = () => {
    if (upload.checkName()) name.current?.focus()
  }
  const next = (event: SyntheticEvent) => {
    event.preventDefault()
    askName()
    file.current?.focus()
  }

  return (
    <form
      className={`${cardStyles.card} ${layoutStyles.stack}`}
      aria-labelledby="upload"
      noValidate
      onSubmit={next}
    >
      <div className={documentsStyles.head}>
        <h2 id="upload">Upload Document</h2>
        <p>Bureaus ask for proof of who you are and where you live.</p>
      </div>
      <Field
        label="Document Name"
        hint={
          upload.isNewVersion
            ? 'You have a document of this name. The file becomes its next version.'
            : "For example, Driver's license"
        }
        error={upload.nameError ?? undefined}
        control={wiring => (
          <input
            {...wiring}
            ref={name}
            type="text"
            autoComplete="off"
            value={upload.name}
            disabled={disabled}
            onChange={event => upload.setName(event.target.value)}
          />
        )}
      />
      <KindChoice upload={upload} disabled={disabled} />
      <DocumentFilePicker upload={upload} input={file} onAskName={askName} />
      {(upload.failed || upload.uploaded) && (
        <div ref={outcome} tabIndex={-1}>
          {upload.failed && <ErrorNote error={upload.failed.error} onRetry={upload.failed.retry} />}
          {upload.uploaded && (
            <Note tone="green" role="status">
              {`${upload.uploaded.documentName} uploaded successfully!`}
            </Note>
          )}
        </div>
      )}
      <p className={standalonePageStyles.assurance}>
        <Icon name="lock" />
        <span>
          Only you, and a manager who opens your account, can open these files. We take out the place and time
          that a phone writes into a picture.
        </span>
      </p>
    </form>
  )
}

const KindChoice = ({ upload, disabled }: { upload: Upload; disabled: boolean }) => (
  <Field
    label="Kind of document"
    hint={kindTexts[upload.kind].why}
    control={wiring => (
      <select
        {...wiring}
        value={upload.kind}
        disabled={disabled}
        onChange={event => upload.setKind(documentKinds.find(kind => kind === event.target.value) ?? 'other')}
      >
        {documentKinds.map(kind => (
          <option key={kind} value={kind}>
            {kindTexts[kind].label}
          </option>
        ))}
      </select>
    )}
  />
)
