import { useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { isOffered } from '#web/capabilities.ts'
import * as buttonStyles from '#web/ui/Button.module.css'
import { Button } from '#web/ui/Button.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as timelineStyles from '#web/ui/Timeline.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { isAnswered } from '../../deadlines/answer-due.ts'
import type { Dispute, Letter } from '../../dispute-contract.ts'
import { today } from '../dispute-text.ts'
import { MailAgain, PdfButton, TrackLink, useLetterPdf } from '../letters/LetterActions.tsx'
import { LetterPaper, LetterTabs } from '../letters/LetterPaper.tsx'
import { LetterWording, letterPlace } from '../letters/LetterWording.tsx'
import { confirmFirstMessage, countUnmailed, letterState, nextStepOf } from '../letters/letter-state.ts'
import * as lettersStyles from '../letters/letters.module.css'
import { buildTimeline } from '../letters/timeline.ts'
import { MailPill } from '../StatusPills.tsx'
import * as disputeStyles from './dispute.module.css'

/** The letters of a dispute, one at a time, each with its PDF and, until it is mailed, the option to reword it. */
export const DisputeLetters = ({ dispute }: { dispute: Dispute }) => (
  <section className={layoutStyles.stackSmall} aria-labelledby="letters">
    <h3 id="letters">Letters</h3>
    <LetterTabs letters={dispute.letters}>
      {letter => <OneLetter key={letter.id} letter={letter} dispute={dispute} />}
    </LetterTabs>
  </section>
)

const OneLetter = ({ letter, dispute }: { letter: Letter; dispute: Dispute }) => {
  const { title, awaitingAttestation } = dispute
  const { download, busy, failure } = useLetterPdf(title, letter.id)
  const [wording, setWording] = useState(false)
  const barred = usePermission('never')
  const mayWord = barred === null && countUnmailed([letter]) > 0
  return (
    <div
      className={`${layoutStyles.stackSmall} ${disputeStyles.letter}`}
      id={letterPlace(letter.id)}
      tabIndex={-1}
    >
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <span className={layoutStyles.row}>
          <MailPill letter={letter} />
          {letter.edited && <span className={textStyles.muted}>In your own wording</span>}
        </span>
        <span className={layoutStyles.row}>
          {mayWord && !wording && (
            <Button
              icon="edit"
              onClick={() => setWording(true)}
              aria-label={`Edit wording of the ${letter.recipient.name} letter`}
            >
              Edit wording
            </Button>
          )}
          <MailAgain letter={letter} />
          <TrackLink letter={letter} className={buttonStyles.button} />
          <PdfButton
            recipient={letter.recipient.name}
            busy={busy}
            disabled={awaitingAttestation}
            onPress={download}
            size="normal"
          />
        </span>
      </div>
      {awaitingAttestation && <p className={textStyles.muted}>{confirmFirstMessage}</p>}
      {letter.lobErrorMessage !== null && letter.next === null && (
        <p className={fieldStyles.error}>{letter.lobErrorMessage}</p>
      )}
      {failure !== null && <ErrorNote error={failure} />}
      <LetterTimeline letter={letter} answered={isAnswered(dispute.items, letter)} />
      {wording ? (
        <LetterWording letter={letter} onClose={() => setWording(false)} />
      ) : (
        <LetterPaper recipient={letter.recipient.name} body={letter.body} />
      )}
    </div>
  )
}

/** A letter's tracking, the recipient's deadlines, and what to do now. Nothing for a letter that was not mailed. */
const LetterTimeline = ({ letter, answered }: { letter: Letter; answered: boolean }) => {
  const lines = buildTimeline(letter, { today: today(), timeZone: browserTimeZone, answered })
  const next = nextStepOf(letter, isOffered('mailing'))
  if (lines.length === 0 && next === null) return null
  const heading = `way-${letter.id}`
  return (
    <section className={`${layoutStyles.stackSmall} ${lettersStyles.timeline}`} aria-labelledby={heading}>
      <h4 id={heading}>{letter.recipient.name} letter: tracking</h4>
      {next !== null && (
        <Note tone={letterState(letter) === 'failed' ? 'red' : 'blue'} title={next.title}>
          {next.text}
        </Note>
      )}
      {lines.length > 0 && (
        <ol className={timelineStyles.timeline}>
          {lines.map(({ key, title, when, day, text, state }) => (
            <li
              key={key}
              className={
                state === 'done' ? timelineStyles.done : state === 'over' ? timelineStyles.over : undefined
              }
            >
              <div>
                <b>{title}</b>
                <time className={`${textStyles.number} ${textStyles.muted}`} dateTime={day}>
                  {when}
                </time>
                {text !== null && <p>{text}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
