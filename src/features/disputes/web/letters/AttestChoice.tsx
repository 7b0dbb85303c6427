import { Choice } from '#web/ui/Choice.tsx'
import { FieldError } from '#web/ui/Field.tsx'

type Props = {
  id: string
  attested: boolean
  /** The sentence when it was left out; null when not. */
  sentence: string | null
  onAttest: (attested: boolean) => void
}

/** The statement of truth. It starts empty and only the person makes it. */
export const AttestChoice = ({ id, attested, sentence, onAttest }: Props) => (
  <div className="stack-s">
    {sentence !== null && <FieldError id={`${id}-error`} text={sentence} />}
    <Choice
      type="checkbox"
      id={id}
      aria-invalid={sentence === null ? undefined : true}
      aria-describedby={sentence === null ? undefined : `${id}-error`}
      checked={attested}
      onChange={event => onAttest(event.target.checked)}
      title="What I say in these letters is true as far as I know"
    />
  </div>
)
