import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import voiceStyles from './voice.module.css'

type QuestionFormProps = {
  question: string
  error: string | undefined
  busy: boolean
  onType: (question: string) => void
  onAsk: () => void
}

/** The same questions, typed: sound is never the only way (WCAG 2.2, 1.2.1). */
export const QuestionForm = ({ question, error, busy, onType, onAsk }: QuestionFormProps) => (
  <form
    className={voiceStyles.form}
    noValidate
    onSubmit={event => {
      event.preventDefault()
      if (!busy) onAsk()
    }}
  >
    <Field
      id="voice-question"
      label="Or type your question"
      error={error}
      value={question}
      maxLength={500}
      autoComplete="off"
      onChange={event => onType(event.currentTarget.value)}
    />
    <Button type="submit" size="big" busy={busy} busyText="Processing...">
      Ask
    </Button>
  </form>
)
