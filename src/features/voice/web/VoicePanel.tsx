import { isOffered } from '#web/capabilities.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { Chat } from './Chat.tsx'
import { SpokenQuestion } from './Recorder.tsx'
import { useAnswers, useTypedQuestion } from './use-answers.ts'
import * as voiceStyles from './voice.module.css'
import { voiceTexts } from './voice-texts.ts'

/** The Credit Voice Helper: ask by voice if recordings are transcribed, or in writing, and read the answer. */
export const VoicePanel = () => {
  const { messages, clear, problem, setProblem, answered, isPending, isWritten } = useAnswers()
  const { typed, error, type, correct, ask } = useTypedQuestion(answered)
  const askNow = (question: string) => void ask(question)
  const hasRecorder = isOffered('recorder')
  return (
    <div className={layoutStyles.asideRight}>
      <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="voice-helper">
        <Head hasRecorder={hasRecorder} onClear={clear} />
        <Chat messages={messages} busy={isPending} onCorrect={correct} onAsk={askNow} />
        {problem !== null && <Problem text={problem} />}
        {hasRecorder && <SpokenQuestion answered={answered} setProblem={setProblem} />}
        <QuestionForm
          label={hasRecorder ? 'Or type your question' : 'Type your question'}
          question={typed}
          error={error}
          busy={isWritten}
          onType={type}
          onAsk={() => askNow(typed)}
        />
        <small className={textStyles.muted}>
          {hasRecorder && 'We transcribe your recording and delete it. '}Answers use your own report and are
          not legal or financial advice.
        </small>
      </section>
      <Tips hasRecorder={hasRecorder} busy={isPending} onAsk={askNow} />
    </div>
  )
}

const Head = ({ hasRecorder, onClear }: { hasRecorder: boolean; onClear: () => void }) => (
  <header className={`${cardStyles.header} ${cardStyles.noWrap}`}>
    <div>
      <h2 id="voice-helper">Credit Voice Helper</h2>
      <p>{hasRecorder ? 'Ask a question out loud.' : 'Ask a question.'} You get a written answer.</p>
    </div>
    <Button size="small" variant="quiet" icon="trash" onClick={onClear}>
      Clear Chat
    </Button>
  </header>
)

const Problem = ({ text }: { text: string }) => (
  <Note tone="red" role="alert" title={text}>
    {text === voiceTexts.noMicrophone ? 'You can type your question below.' : undefined}
  </Note>
)

type QuestionFormProps = {
  label: string
  question: string
  error: string | undefined
  busy: boolean
  onType: (question: string) => void
  onAsk: () => void
}

/** The same questions, typed: sound is never the only way (WCAG 2.2, 1.2.1). */
const QuestionForm = ({ label, question, error, busy, onType, onAsk }: QuestionFormProps) => (
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
      label={label}
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

const tips = ['Ask specific questions.', 'Have a current credit report loaded.'] as const

const examples = ['What is my credit utilization?', 'Which factors affect my score the most?'] as const

/** How to ask; clicking an example asks it. */
const Tips = ({
  hasRecorder,
  busy,
  onAsk,
}: {
  hasRecorder: boolean
  busy: boolean
  onAsk: (question: string) => void
}) => (
  <aside className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="voice-tips">
    <h2 id="voice-tips" className={textStyles.heading3}>
      Tips
    </h2>
    <ul className={voiceStyles.tips}>
      {[...(hasRecorder ? ['Speak clearly.'] : []), ...tips].map(tip => (
        <li key={tip}>
          <Icon name="check" />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
    <div className={voiceStyles.quotes}>
      <h3>Example questions</h3>
      {examples.map(example => (
        <button
          key={example}
          type="button"
          className={voiceStyles.quote}
          aria-disabled={busy || undefined}
          onClick={() => !busy && onAsk(example)}
        >
          {example}
        </button>
      ))}
    </div>
  </aside>
)
