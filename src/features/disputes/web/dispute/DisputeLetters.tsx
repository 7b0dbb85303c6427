import { useState } from 'react'
import { usePermission } from '#web/opened.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
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

/** The letters of a dispute, one at a time, each with its PDF and, until it is mailed, with its wording. */
export const DisputeLetters = ({ dispute }: { dispute: Dispute }) => (
  <section className="stack-s" aria-labelledby="letters">
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
    <div className="stack-s letter" id={letterPlace(letter.id)} tabIndex={-1}>
      <div className="row sp">
        <span className="row">
          <MailPill letter={letter} />
          {letter.edited && <span className="muted">In your own wording</span>}
        </span>
        <span className="row">
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
          <TrackLink letter={letter} className="btn" />
          <PdfButton
            bureau={letter.bureau}
            busy={busy}
            disabled={awaitingAttestation}
            onPress={download}
            size="normal"
          />
        </span>
      </div>
      {awaitingAttestation && <p className="muted">{confirmFirstMessage}</p>}
      {letter.lobErrorMessage !== null && letter.next === null && (
        <p className="err">{letter.lobErrorMessage}</p>
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
