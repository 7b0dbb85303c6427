import { useState } from 'react'
import { usePermission } from '#web/impersonation.ts'
import buttonStyles from '#web/ui/Button.module.css'
import { Button } from '#web/ui/Button.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Dispute, Letter } from '../../dispute-contract.ts'
import { LetterPaper } from '../letters/LetterPaper.tsx'
import { LetterTabs } from '../letters/LetterTabs.tsx'
import { LetterTimeline } from '../letters/LetterTimeline.tsx'
import { LetterWording, letterPlace } from '../letters/LetterWording.tsx'
import { confirmFirstMessage, countUnmailed } from '../letters/letter-state.ts'
import { MailAgain } from '../letters/MailAgain.tsx'
import { MailPill } from '../letters/MailPill.tsx'
import { PdfButton } from '../letters/PdfButton.tsx'
import { TrackLink } from '../letters/TrackLink.tsx'
import { isAnswered } from '../letters/timeline.ts'
import { useLetterPdf } from '../letters/use-letter-pdf.ts'
import disputeStyles from './dispute.module.css'

/** The letters of a dispute, one at a time, each with its PDF and, until it is mailed, with its wording. */
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
              aria-label={`Edit wording of the ${letter.bureau} letter`}
            >
              Edit wording
            </Button>
          )}
          <MailAgain letter={letter} />
          <TrackLink letter={letter} className={buttonStyles.button} />
          <PdfButton
            bureau={letter.bureau}
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
      <LetterTimeline letter={letter} answered={isAnswered(dispute.items, letter.bureau)} />
      {wording ? (
        <LetterWording letter={letter} onClose={() => setWording(false)} />
      ) : (
        <LetterPaper bureau={letter.bureau} body={letter.body} />
      )}
    </div>
  )
}
