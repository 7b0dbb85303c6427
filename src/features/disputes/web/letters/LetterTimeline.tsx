import { browserTimeZone } from '#web/browser-time-zone.ts'
import layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import timelineStyles from '#web/ui/Timeline.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Letter } from '../../dispute-contract.ts'
import { today } from '../today.ts'
import { letterState } from './letter-state.ts'
import lettersStyles from './letters.module.css'
import { buildTimeline } from './timeline.ts'

/** Where a letter has been, what the bureau owes and by when, and what to do now. Nothing of one that nobody mailed. */
export const LetterTimeline = ({ letter, answered }: { letter: Letter; answered: boolean }) => {
  const lines = buildTimeline(letter, { today: today(), timeZone: browserTimeZone, answered })
  if (lines.length === 0 && letter.next === null) return null
  const heading = `way-${letter.id}`
  return (
    <section className={`${layoutStyles.stackSmall} ${lettersStyles.timeline}`} aria-labelledby={heading}>
      <h4 id={heading}>Where the {letter.bureau} letter is</h4>
      {letter.next !== null && (
        <Note tone={letterState(letter) === 'failed' ? 'red' : 'blue'} title={letter.next.title}>
          {letter.next.text}
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
