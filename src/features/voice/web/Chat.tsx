import { useEffect, useRef } from 'react'
import { showTime } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Button } from '#web/ui/Button.tsx'
import textStyles from '#web/ui/text.module.css'
import { Choices } from './Choices.tsx'
import { Citations } from './Citations.tsx'
import type { ChatMessage } from './chat.ts'
import { NextSteps } from './NextSteps.tsx'
import voiceStyles from './voice.module.css'

type ChatProps = {
  messages: readonly ChatMessage[]
  /** Puts what was heard into the field, to be asked again in other words. */
  onCorrect: (transcript: string) => void
  /** Asks a question that was offered. */
  onAsk: (question: string) => void
  busy: boolean
}

/** What was asked and answered, the newest question in sight; announced as it comes. */
export const Chat = ({ messages, onCorrect, onAsk, busy }: ChatProps) => {
  const list = useRef<HTMLOListElement>(null)
  const shown = messages.length
  useEffect(() => {
    const box = list.current
    const asked = box && shown > 0 && [...box.querySelectorAll<HTMLElement>('.me')].at(-1)
    if (asked) box.scrollTop = asked.offsetTop
  }, [shown])
  return (
    <div role="log" aria-label="Chat history">
      {messages.length === 0 ? (
        <p className={voiceStyles.emptyChat}>No questions yet.</p>
      ) : (
        <ol className={voiceStyles.chat} ref={list} tabIndex={0} aria-label="Questions and answers">
          {messages.map(message => (
            <Message key={message.id} message={message} onCorrect={onCorrect} onAsk={onAsk} busy={busy} />
          ))}
        </ol>
      )}
    </div>
  )
}

type MessageProps = Omit<ChatProps, 'messages'> & { message: ChatMessage }

const Message = ({ message, onCorrect, onAsk, busy }: MessageProps) => (
  <li className={message.type === 'user' ? voiceStyles.mine : voiceStyles.answer}>
    <span className={textStyles.visuallyHidden}>{message.type === 'user' ? 'You:' : 'Answer:'}</span>
    <span className={voiceStyles.bubble}>{message.content}</span>
    {message.type === 'assistant' && (
      <>
        {message.spoken && (
          <p className={voiceStyles.heard}>
            Heard: “{message.answer.transcript}”{' '}
            <Button variant="link" size="small" onClick={() => onCorrect(message.answer.transcript)}>
              Correct it
            </Button>
          </p>
        )}
        <Choices choices={message.answer.choices} busy={busy} onAsk={onAsk} />
        <NextSteps ways={message.answer.ways} />
        <Citations citations={message.answer.citations} />
      </>
    )}
    <small>
      <time dateTime={message.timestamp}>{showTime(message.timestamp, browserTimeZone)}</time>
    </small>
  </li>
)
