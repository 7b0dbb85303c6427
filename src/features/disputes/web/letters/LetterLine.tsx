import { Bureau } from '#web/ui/Bureau.tsx'
import buttonStyles from '#web/ui/Button.module.css'
import type { Letter } from '../../dispute-contract.ts'
import { disputeCan, unknownOutcomeMessage } from '../../dispute-status.ts'
import disputeTableStyles from '../DisputeTable.module.css'
import { MailAgain } from './MailAgain.tsx'
import { MailPill } from './MailPill.tsx'
import { PdfButton } from './PdfButton.tsx'
import { TrackLink } from './TrackLink.tsx'
import { useLetterPdf } from './use-letter-pdf.ts'

type LetterLineProps = {
  letter: Letter
  title: string
  /** Waits for the person's word, and is not printed before. */
  waits: boolean
}

/** One letter in the list: bureau, where it is, its PDF, its parcel page, and why it failed. */
export const LetterLine = ({ letter, title, waits }: LetterLineProps) => {
  const { download, busy, failure } = useLetterPdf(title, letter.id)
  return (
    <li>
      <Bureau bureau={letter.bureau} />
      <span>
        <MailPill letter={letter} />
      </span>
      <span className={disputeTableStyles.links}>
        <PdfButton bureau={letter.bureau} busy={busy} disabled={waits} onPress={download} />
        <TrackLink
          letter={letter}
          className={`${buttonStyles.button} ${buttonStyles.quiet} ${buttonStyles.small}`}
        />
      </span>
      {letter.lobErrorMessage !== null && (
        <span className={disputeTableStyles.problem}>{letter.lobErrorMessage}</span>
      )}
      {letter.mailState === 'untraceable' && (
        <span className={disputeTableStyles.problem}>{unknownOutcomeMessage.title}</span>
      )}
      {disputeCan.mailAgain(letter) && (
        <span className={disputeTableStyles.again}>
          <MailAgain letter={letter} size="small" />
        </span>
      )}
      {failure !== null && (
        <span className={disputeTableStyles.problem} role="alert">
          {failure.message}
        </span>
      )}
    </li>
  )
}
