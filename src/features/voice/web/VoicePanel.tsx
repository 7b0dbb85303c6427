import './voice.css'
import { useReducer, useState } from 'react'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Chat } from './Chat.tsx'
import { useChat } from './chat.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { Recorder } from './Recorder.tsx'
import { fileNameOf, recorderAfter } from './recorder.ts'
import { Tips } from './Tips.tsx'
import { useMicrophone } from './use-microphone.ts'
import { failureWords, voiceWords } from './voice-words.ts'

/** The Credit Voice Helper (specification section 2): ask aloud or in writing, read the answer. */
export const VoicePanel = () => {
  const [state, dispatch] = useReducer(recorderAfter, { is: 'idle' })
  const [problem, setProblem] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const chat = useChat()
  const { mutateAsync: ask, isPending } = useAct(client.voice.ask)
  const { canRecord, seconds, levels, start, stop, drop } = useMicrophone((audio, full) =>
    dispatch({ did: 'stop', audio, full }),
  )

  const record = async () => {
    setProblem(null)
    if (await start()) dispatch({ did: 'start' })
    else setProblem(voiceWords.noMicrophone)
  }

  /** Asks, and keeps question and answer; false when there is no answer, and why is shown. */
  const answered = async (
    question: string,
    input: { file: File } | { question: string },
  ): Promise<boolean> => {
    setProblem(null)
    try {
      const answer = await ask(input)
      if (answer.answer === '') throw new Error('no answer')
      chat.add(question, answer, 'file' in input)
      return true
    } catch (error) {
      setProblem(failureWords(error, 'file' in input))
      return false
    }
  }

  const send = async () => {
    if (state.is !== 'ready') return
    if (state.audio.size === 0) return setProblem(voiceWords.noAudio)
    const { type } = state.audio
    dispatch({ did: 'send' })
    const file = new File([state.audio], fileNameOf(type), { type })
    dispatch({ did: (await answered('[Audio message]', { file })) ? 'answered' : 'fail' })
  }

  const askTyped = async (question: string) => {
    const given = question.trim()
    setMissing(given === '')
    if (given === '') return document.getElementById('voice-question')?.focus()
    if (await answered(given, { question: given })) setTyped('')
  }

  const correct = (transcript: string) => {
    setTyped(transcript)
    document.getElementById('voice-question')?.focus()
  }

  return (
    <div className="aside-r">
      <section className="card stack" aria-labelledby="voice-helper">
        <header className="card-h">
          <div>
            <h2 id="voice-helper">Credit Voice Helper</h2>
            <p>Ask a question out loud. You get a written answer.</p>
          </div>
          <Button size="small" kind="quiet" icon="trash" onClick={chat.clear}>
            Clear Chat
          </Button>
        </header>
        <Chat
          messages={chat.messages}
          busy={isPending}
          onCorrect={correct}
          onAsk={question => void askTyped(question)}
        />
        {problem !== null && (
          <Note tone="red" role="alert" title={problem}>
            {problem === voiceWords.noMicrophone ? 'You can type your question below.' : undefined}
          </Note>
        )}
        {canRecord ? (
          <Recorder
            state={state}
            seconds={seconds}
            levels={levels}
            onStart={() => void record()}
            onStop={() => stop()}
            onSend={() => void send()}
            onCancel={() => {
              drop()
              setProblem(null)
              dispatch({ did: 'cancel' })
            }}
          />
        ) : (
          <Note tone="plain">{voiceWords.noRecorder}</Note>
        )}
        <QuestionForm
          question={typed}
          error={missing ? 'Type a question' : undefined}
          busy={isPending && state.is !== 'sending'}
          onType={text => {
            setTyped(text)
            if (text.trim() !== '') setMissing(false)
          }}
          onAsk={() => void askTyped(typed)}
        />
        <p className="muted small">
          Your recording is turned into words and not kept. An answer uses your own report only, is no legal
          or financial advice, and can miss what you meant: check the places it names.
        </p>
      </section>
      <Tips busy={isPending} onAsk={question => void askTyped(question)} />
    </div>
  )
}
