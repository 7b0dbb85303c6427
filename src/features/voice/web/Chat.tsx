import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { complaintPage } from '#features/legal/cfpb-complaint.ts'
import { showTime } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as evidenceStyles from '#web/ui/Evidence.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { Citation, NextStep, VoiceAnswer } from '../contract.ts'
import { findCitationTarget } from './citation-place.ts'
import type { ChatMessage } from './use-answers.ts'
import * as voiceStyles from './voice.module.css'

type ChatProps = {
  messages: readonly ChatMessage[]
  /** Puts a transcript into the field for correction. */
  onCorrect: (transcript: string) => void
  /** Asks a suggested question. */
  onAsk: (question: string) => void
  busy: boolean
}

/** Questions and answers, scrolled to the newest question; announced as they arrive. */
export const Chat = ({ messages, onCorrect, onAsk, busy }: ChatProps) => {
  const list = useRef<HTMLOListElement>(null)
  const shown = messages.length
  useEffect(() => {
    const box = list.current
    const questions = box?.querySelectorAll<HTMLElement>('[data-type="user"]') ?? []
    const newest = shown > 0 ? [...questions].at(-1) : undefined
    if (box && newest) box.scrollTop = newest.offsetTop
    // As the chat grows, keep the field below it visible while it has the focus.
    if (document.activeElement instanceof HTMLInputElement)
      document.activeElement.scrollIntoView({ block: 'nearest' })
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
  <li data-type={message.type} className={message.type === 'user' ? voiceStyles.mine : voiceStyles.answer}>
    <span className={textStyles.visuallyHidden}>{message.type === 'user' ? 'You:' : 'Answer:'}</span>
    <div className={voiceStyles.bubble}>
      <Words text={message.content} />
    </div>
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

const ITEM = '- '

/** Each line is a paragraph; lines that begin with a hyphen are a list. */
const Words = ({ text }: { text: string }) => {
  const blocks: { isList: boolean; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const isList = line.startsWith(ITEM)
    const last = blocks.at(-1)
    if (isList && last?.isList) last.lines.push(line.slice(ITEM.length))
    else blocks.push({ isList, lines: [isList ? line.slice(ITEM.length) : line] })
  }
  return blocks.map(({ isList, lines }) =>
    isList ? (
      <ul key={lines.join()}>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ) : (
      <p key={lines.join()}>{lines}</p>
    ),
  )
}

type ChoicesProps = {
  choices: VoiceAnswer['choices']
  busy: boolean
  onAsk: (question: string) => void
}

/** Questions that may have been meant; clicking one asks it. */
const Choices = ({ choices, busy, onAsk }: ChoicesProps) =>
  choices === undefined ? null : (
    <ul className={`${layoutStyles.row} ${voiceStyles.ways}`} aria-label="Questions you may have meant">
      {choices.map(({ question }) => (
        <li key={question}>
          <Button size="small" onClick={() => !busy && onAsk(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )

/** Links to the places of an answer's figures. */
const Citations = ({ citations }: { citations: readonly Citation[] }) =>
  citations.length === 0 ? null : (
    <Disclosure className={evidenceStyles.disclosure} summary={`Sources (${citations.length})`}>
      <ul className={evidenceStyles.list}>
        {citations.map(citation => (
          <li key={`${citation.field} ${citation.bureau}`}>
            <CitationName citation={citation} /> {citation.bureau && <Bureau bureau={citation.bureau} />}
          </li>
        ))}
      </ul>
    </Disclosure>
  )

const CitationName = ({ citation }: { citation: Citation }) => {
  const place = findCitationTarget(citation)
  if (place === null) return <b>{citation.label}</b>
  if (place.kind === 'profile') return <Link to="/profile">{citation.label}</Link>
  if (place.kind === 'dispute')
    return (
      <Link to="/disputes/$disputeId" params={{ disputeId: place.disputeId }}>
        {citation.label}
      </Link>
    )
  const { tab, id } = place
  return (
    <Link
      to="/analytics/$tab"
      params={{ tab }}
      {...(id === null ? {} : { hash: id, hashScrollIntoView: false })}
    >
      {citation.label}
    </Link>
  )
}

/** Help outside the product. */
const outside = {
  identity_theft_report: ['IdentityTheft.gov', 'https://www.identitytheft.gov/'],
  annual_report: ['AnnualCreditReport.com', 'https://www.annualcreditreport.com/'],
  cfpb_complaint: ['Complain to the CFPB', complaintPage],
  crisis_line: ['Call or text 988', 'tel:988'],
  abuse_line: ['Call 1-800-799-7233', 'tel:+18007997233'],
} as const

/** Links to the flows and people that an answer refers to. */
const NextSteps = ({ ways }: { ways: readonly NextStep[] }) =>
  ways.length === 0 ? null : (
    <ul className={`${layoutStyles.row} ${voiceStyles.ways}`} aria-label="What you can do">
      {ways.map(way => (
        <li key={way}>
          <NextStepLink way={way} />
        </li>
      ))}
    </ul>
  )

const inside = {
  dispute: { text: 'Start a dispute', to: '/disputes', params: {} },
  disputes: { text: 'See your disputes', to: '/disputes', params: {} },
  freeze: { text: 'Freeze your files', to: '/disputes/freezes', params: {} },
  documents: { text: 'Add your proof', to: '/documents', params: {} },
  profile: { text: 'Open Profile', to: '/profile', params: {} },
  import: { text: 'Import a report', to: '/analytics/$tab', params: { tab: 'overview' } },
  tradelines: { text: 'Open Tradelines', to: '/tradelines', params: {} },
} as const

const isInside = (way: NextStep): way is keyof typeof inside => way in inside

const NextStepLink = ({ way }: { way: NextStep }) => {
  if (way === 'support') return <SupportLink />
  if (isInside(way)) {
    const { text, to, params } = inside[way]
    return (
      <Link {...buttonLook({ size: 'small' })} to={to} params={params}>
        {text}
      </Link>
    )
  }
  const [words, href] = outside[way]
  return (
    <a
      {...buttonLook({ size: 'small' })}
      href={href}
      {...(href.startsWith('https') && { target: '_blank', rel: 'noreferrer' })}
    >
      {words}
      {href.startsWith('https') && <Icon name="ext" small />}
    </a>
  )
}

const SupportLink = () => {
  const { data } = useApiQuery(client.platform.support, undefined, { staleTime: Number.POSITIVE_INFINITY })
  return data ? (
    <a {...buttonLook({ size: 'small' })} href={`mailto:${data.email}`}>
      Contact support
    </a>
  ) : null
}
