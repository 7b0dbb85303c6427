import { Button } from '#web/ui/Button.tsx'
import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import textStyles from '#web/ui/text.module.css'
import { Chat } from './Chat.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { SpokenQuestion } from './SpokenQuestion.tsx'
import { Tips } from './Tips.tsx'
import { useAnswers } from './use-answers.ts'
import { useTypedQuestion } from './use-typed-question.ts'
import { voiceTexts } from './voice-words.ts'

/** The Credit Voice Helper (specification section 2): ask aloud or in writing, read the answer. */
export const VoicePanel = () => {
  const { messages, clear, problem, setProblem, answered, isPending, isWritten } = useAnswers()
  const { typed, error, type, correct, ask } = useTypedQuestion(answered)
  const askNow = (question: string) => void ask(question)
  return (
    <div className={layoutStyles.asideRight}>
      <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="voice-helper">
        <Head onClear={clear} />
        <Chat messages={messages} busy={isPending} onCorrect={correct} onAsk={askNow} />
        {problem !== null && <Problem text={problem} />}
        <SpokenQuestion answered={answered} setProblem={setProblem} />
        <QuestionForm
          question={typed}
          error={error}
          busy={isWritten}
          onType={type}
          onAsk={() => askNow(typed)}
        />
        <small className={textStyles.muted}>
          We transcribe your recording and delete it. Answers use your own report and are not legal or
          financial advice.
        </small>
      </section>
      <Tips busy={isPending} onAsk={askNow} />
    </div>
  )
}

const Head = ({ onClear }: { onClear: () => void }) => (
  <header className={`${cardStyles.header} ${cardStyles.noWrap}`}>
    <div>
      <h2 id="voice-helper">Credit Voice Helper</h2>
      <p>Ask a question out loud. You get a written answer.</p>
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
