import { ErrorNote } from '#web/ui/Note.tsx'
import type { Dispute, Letter } from '../contract.ts'
import { LetterPaper } from './LetterPaper.tsx'
import { LetterTabs } from './LetterTabs.tsx'
import { confirmFirst } from './letter-state.ts'
import { MailPill } from './MailPill.tsx'
import { PdfButton } from './PdfButton.tsx'
import { useLetterPdf } from './use-letter-pdf.ts'

/** The letters of a dispute, one at a time, each with its PDF. */
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
  return (
    <div className="stack-s">
      <div className="row sp">
        <MailPill letter={letter} />
        <PdfButton
          bureau={letter.bureau}
          busy={busy}
          disabled={awaitingAttestation}
          onPress={download}
          size="normal"
        />
      </div>
      {awaitingAttestation && <p className="muted">{confirmFirst}</p>}
      {letter.lobErrorMessage !== null && <p className="err">{letter.lobErrorMessage}</p>}
      {failure !== null && <ErrorNote error={failure} />}
      <LetterPaper bureau={letter.bureau} body={letter.body} />
    </div>
  )
}
