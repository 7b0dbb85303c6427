import { Choice } from '#web/ui/Choice.tsx'
import { FieldError } from '#web/ui/Field.tsx'

type Props = {
  id: string
  title: string
  confirmed: boolean
  /** The sentence when it was left out; null when not. */
  sentence: string | null
  onConfirm: (confirmed: boolean) => void
}

/** Something that must be confirmed to go on. It starts empty and only the person makes it. */
export const ConfirmChoice = ({ id, title, confirmed, sentence, onConfirm }: Props) => (
  <>
    {sentence !== null && <FieldError id={`${id}-error`} text={sentence} />}
    <Choice
      type="checkbox"
      id={id}
      aria-invalid={sentence === null ? undefined : true}
      aria-describedby={sentence === null ? undefined : `${id}-error`}
      checked={confirmed}
      onChange={event => onConfirm(event.target.checked)}
      title={title}
    />
  </>
)
