import { type ChangeEvent, type DragEvent, type RefObject, useId } from 'react'
import { showBytes } from '#values/bytes.ts'
import { Button } from '#web/ui/Button.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import { FieldError } from '#web/ui/Field.tsx'
import filePickerStyles from '#web/ui/FilePicker.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import textStyles from '#web/ui/text.module.css'
import { ACCEPTS, MAX_FILE_BYTES } from '../upload-rules.ts'
import type { Upload } from './use-upload.ts'

type Props = { upload: Upload; input: RefObject<HTMLInputElement | null>; onAskName: () => void }

/** Choosing the file: a real file input whose label is the target; dropping a file is an extra. */
export const DocumentFilePicker = ({ upload, input, onAskName }: Props) => {
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
        <div role="alert">
          <FieldError id={`${id}-error`} text={rejected.problem} />
        </div>
      )}
      <input
        ref={input}
        className={`${textStyles.visuallyHidden} ${filePickerStyles.input}`}
        id={id}
        type="file"
        accept={ACCEPTS}
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
          <b>{rejected === null ? 'Choose a JPEG file' : 'Choose another file'}</b>
          {rejected && (
            <span>
              {rejected.file.name} is {showBytes(rejected.file.size)}
            </span>
          )}
          <span>{disabledReason ?? `.jpg or .jpeg, up to ${showBytes(MAX_FILE_BYTES)}`}</span>
        </label>
      ) : (
        <Sending {...sending} />
      )}
    </div>
  )
}

const Sending = ({ file, share }: { file: File; share: number }) => (
  <div className={layoutStyles.stackSmall}>
    <div className={`${filePickerStyles.drop} ${filePickerStyles.waiting}`} aria-busy="true">
      <b role="status">Uploading...</b>
      <span className={textStyles.number}>
        {file.name}, {showBytes(Math.round(share * file.size))} of {showBytes(file.size)}
      </span>
      <ProgressBar label="Upload" share={share} />
    </div>
    <div>
      <Button busy disabled>
        Uploading...
      </Button>
    </div>
  </div>
)
