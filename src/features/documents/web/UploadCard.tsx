import {
  type ChangeEvent,
  type DragEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import { showBytes } from '#values/bytes.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { SelectField } from '#web/ui/Choice.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { Field, FieldError } from '#web/ui/Field.tsx'
import * as filePickerStyles from '#web/ui/FilePicker.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { documentKinds, MAX_FILE_BYTES, PICKED } from '../upload-rules.ts'
import { kindTexts } from './document-words.ts'
import * as documentsStyles from './documents.module.css'
import type { Upload } from './use-upload.ts'

/** Takes a name, a kind and a file; choosing the file uploads it. */
export const UploadCard = ({ upload }: { upload: Upload }) => {
  const outcome = useRef<HTMLDivElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const sending = upload.sending !== null
  const disabled = sending || upload.barred !== null

  // The focused control was disabled during the upload.
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
            ? 'You have a document with this name. The file becomes its next version.'
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
      {(upload.failed || upload.uploaded.length > 0) && (
        <div ref={outcome} tabIndex={-1}>
          {upload.failed && <ErrorNote error={upload.failed.error} onRetry={upload.failed.retry} />}
          {upload.uploaded.length > 0 && (
            <Note tone="green" role="status">
              {`${upload.uploaded.map(({ documentName }) => documentName).join('; ')} uploaded successfully!`}
            </Note>
          )}
        </div>
      )}
      <p className={standalonePageStyles.assurance}>
        <Icon name="lock" />
        <span>
          Only you, and a manager who opens your account, can open these files. We remove location and time
          data from photos.
        </span>
      </p>
    </form>
  )
}

const KindChoice = ({ upload, disabled }: { upload: Upload; disabled: boolean }) => (
  <SelectField
    label="Kind of document"
    hint={kindTexts[upload.kind].why}
    options={documentKinds.map(kind => ({ value: kind, text: kindTexts[kind].label }))}
    value={upload.kind}
    disabled={disabled}
    onChoose={upload.setKind}
  />
)

type FilePickerProps = { upload: Upload; input: RefObject<HTMLInputElement | null>; onAskName: () => void }

/** Choosing the file: a real file input whose label is the target; dropping a file is an extra. */
const DocumentFilePicker = ({ upload, input, onAskName }: FilePickerProps) => {
  const id = useId()
  const { disabledReason, rejected, sending } = upload
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file) upload.chooseFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file) upload.chooseFile(file)
  }

  return (
    <div
      className={rejected === null ? fieldStyles.field : `${fieldStyles.field} ${fieldStyles.invalid}`}
      data-slot="field"
    >
      <span className={fieldStyles.label} id={`${id}-label`}>
        File
      </span>
      {rejected && (
        <div className={layoutStyles.stackSmall} role="alert">
          <FieldError id={`${id}-error`} text={rejected.problem} />
          {rejected.shrinkable && (
            <div>
              <Button size="small" onClick={() => upload.chooseFile(rejected.file, true)}>
                Make it smaller and upload it
              </Button>
            </div>
          )}
        </div>
      )}
      <input
        ref={input}
        className={`${textStyles.visuallyHidden} ${filePickerStyles.input}`}
        id={id}
        type="file"
        accept={PICKED}
        disabled={disabledReason !== null || sending !== null}
        aria-labelledby={`${id}-label ${id}-target`}
        aria-describedby={rejected === null ? undefined : `${id}-error`}
        aria-invalid={rejected !== null}
        onChange={choose}
      />
      {sending === null ? (
        <label
          className={
            disabledReason === null
              ? filePickerStyles.drop
              : `${filePickerStyles.drop} ${filePickerStyles.disabled}`
          }
          id={`${id}-target`}
          htmlFor={id}
          onClick={disabledReason === null ? undefined : onAskName}
          onDragOver={event => event.preventDefault()}
          onDrop={drop}
        >
          <Icon name="upload" />
          <b>{rejected === null ? 'Choose a file' : 'Choose another file'}</b>
          {rejected && (
            <span>
              {rejected.file.name} is {showBytes(rejected.file.size)}
            </span>
          )}
          <span>
            {disabledReason ??
              `JPEG up to ${showBytes(MAX_FILE_BYTES)}, or PNG, HEIC or PDF, which we turn into JPEG`}
          </span>
        </label>
      ) : (
        <Sending {...sending} />
      )}
    </div>
  )
}

const Sending = ({ file, share }: { file: File; share: number | null }) => (
  <div className={layoutStyles.stackSmall}>
    <div className={`${filePickerStyles.drop} ${filePickerStyles.waiting}`} aria-busy="true">
      <b role="status">{share === null ? 'Turning it into JPEG...' : 'Uploading...'}</b>
      {share === null ? (
        <span>{file.name}</span>
      ) : (
        <>
          <span className={textStyles.number}>
            {file.name}, {showBytes(Math.round(share * file.size))} of {showBytes(file.size)}
          </span>
          <ProgressBar share={share} />
        </>
      )}
    </div>
    <div>
      <Button busy disabled>
        Uploading...
      </Button>
    </div>
  </div>
)
