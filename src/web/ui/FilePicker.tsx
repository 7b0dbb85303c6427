import { type ChangeEvent, type DragEvent, useId } from 'react'
import * as fieldStyles from './Field.module.css'
import * as styles from './FilePicker.module.css'
import { Icon } from './Icon.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import * as textStyles from './text.module.css'

type FilePickerProps = {
  label: string
  hint: string
  /** File name endings that the browser offers: `.csv,.json`. */
  accept: string
  /** On the drop area: what to choose, what to choose after a refused file, and the allowed formats. */
  prompt: string
  retryPrompt: string
  formats: string
  /** Why the last file was refused. */
  problem: string | null
  /** The sent fraction of the file, 0 to 1; null while none is being sent. */
  progress: number | null
  /** Shown while it is being sent. */
  sendingText?: string
  /** Shown when all of it was sent, until the response. */
  processingText: string
  /** Nothing can be chosen now. */
  disabled?: boolean
  onFile: (file: File) => void
}

/** Sends the chosen or dropped file. The drop area is the label of a real file input. */
export const FilePicker = (props: FilePickerProps) => {
  const {
    label,
    hint,
    accept,
    prompt,
    retryPrompt,
    formats,
    problem,
    progress,
    sendingText = 'Uploading...',
    processingText,
    disabled = false,
    onFile,
  } = props
  const id = useId()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }

  return (
    <div
      className={problem === null ? fieldStyles.field : `${fieldStyles.field} ${fieldStyles.invalid}`}
      data-slot="field"
    >
      <span className={fieldStyles.label} id={`${id}-label`}>
        {label}
      </span>
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        {hint}
      </p>
      {problem !== null && (
        <p className={fieldStyles.error} id={`${id}-problem`} role="alert">
          <Icon name="warn" />
          <span>{problem}</span>
        </p>
      )}
      <input
        className={`${textStyles.visuallyHidden} ${styles.input}`}
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={problem === null ? `${id}-hint` : `${id}-problem ${id}-hint`}
        aria-invalid={problem !== null}
        onChange={choose}
      />
      {progress === null ? (
        <label
          className={disabled ? `${styles.drop} ${styles.disabled}` : styles.drop}
          htmlFor={id}
          onDragOver={event => event.preventDefault()}
          onDrop={drop}
        >
          <Icon name="upload" />
          <b>{problem === null ? prompt : retryPrompt}</b>
          <span>{formats}</span>
        </label>
      ) : (
        <div className={`${styles.drop} ${styles.waiting}`} aria-busy="true">
          <b role="status">{progress < 0.995 ? sendingText : processingText}</b>
          <ProgressBar share={progress} />
        </div>
      )}
    </div>
  )
}
