import { useRef, useState } from 'react'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { TextAreaField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Letter } from '../../dispute-contract.ts'
import { disputeActions, unknownOutcomeMessage } from '../../dispute-status.ts'
import { allLettersFileName, letterFileName } from '../../file-names.ts'
import { validationMessages } from '../../limits.ts'
import { RepeatChoice } from './Confirmations.tsx'
import { mailFailureAdvice, tooFewLettersLeft, trackingLink } from './letter-state.ts'

/** Why this many letters cannot be mailed now, as far as the page knows without calling the server; null if they can. */
export const useMailingBarred = (letters: number): string | null => {
  const barred = usePermission('assist')
  const { notOffered, lettersLeft } = useUser()
  return barred ?? notOffered.mailing?.message ?? tooFewLettersLeft(letters, lettersLeft)
}

type MailAgainProps = { letter: Letter; size?: 'small' | 'normal' }

/** Remails an undelivered letter, or shows why that is not possible; renders nothing for any other letter. */
export const MailAgain = ({ letter, size = 'normal' }: MailAgainProps) => {
  const [asking, setAsking] = useState(false)
  const barred = useMailingBarred(1)
  if (!isOffered('mailing') || !disputeActions.mailAgain(letter)) return null
  if (barred !== null) return <small className={textStyles.muted}>{barred}</small>
  return (
    <>
      <Button
        icon="mail"
        size={size}
        onClick={() => setAsking(true)}
        aria-label={`Mail the ${letter.recipient.name} letter again`}
      >
        Mail again
      </Button>
      {asking && <MailAgainDialog letter={letter} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Every mailing after the first requires a reason, so that no letter is mailed twice by mistake. */
const MailAgainDialog = ({ letter, onClose }: { letter: Letter; onClose: () => void }) => {
  const { id, recipient, mailState } = letter
  const [reason, setReason] = useState('')
  const [repeat, setRepeat] = useState(false)
  const [tried, setTried] = useState(false)
  const { certifiedMail } = useUser()
  const field = useRef<HTMLTextAreaElement>(null)
  const { mutate, isPending, error } = useApiMutation(client.disputes.mailAgain, {
    refreshes: [client.disputes.list, client.disputes.one, client.findings.list, client.identity.me],
    onDone: onClose,
  })
  const missing = tried && reason.trim() === '' ? validationMessages.noMailingReason : undefined
  const mail = () => {
    setTried(true)
    if (reason.trim() === '') return field.current?.focus()
    mutate({ letterId: id, reason: reason.trim(), ...(repeat ? { repeat } : {}) })
  }
  return (
    <ConfirmDialog
      title={`Mail the ${recipient.name} letter again?`}
      confirmLabel="Mail again"
      icon="mail"
      busy={isPending}
      busyText="Sending..."
      onConfirm={mail}
      onClose={onClose}
      wide
    >
      <div className={layoutStyles.stack}>
        {mailState === 'untraceable' && (
          <Note tone="amber" title={unknownOutcomeMessage.title}>
            {unknownOutcomeMessage.text}
          </Note>
        )}
        <p className={textStyles.muted}>
          We print the same letter once more and mail it to {recipient.name}. A mailed letter cannot be called
          back.
          {!certifiedMail && ' It goes as regular mail.'}
        </p>
        <TextAreaField
          label="Why is it mailed again?"
          hint="For our records. It is not printed in the letter."
          error={missing ?? error?.fields.reason}
          ref={field}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
        {error !== null && <ErrorNote error={error} safe={mailFailureAdvice(error)} />}
        {(repeat || error?.code === 'repeats_dispute') && (
          <RepeatChoice confirmed={repeat} onConfirm={setRepeat} />
        )}
      </div>
    </ConfirmDialog>
  )
}

type PdfButtonProps = {
  recipient: string
  busy: boolean
  /** The reason is shown next to it. */
  disabled: boolean
  onPress: () => void
  size?: 'small' | 'normal'
}

/** Saves one letter. Its label names the recipient, since a row has several. */
export const PdfButton = ({ recipient, busy, disabled, onPress, size = 'small' }: PdfButtonProps) => (
  <Button
    size={size}
    icon="download"
    busy={busy}
    disabled={disabled}
    onClick={onPress}
    aria-label={`Download ${recipient} letter as PDF`}
  >
    PDF
  </Button>
)

/** The link to a letter's tracking page; nothing for a letter without one. */
export const TrackLink = ({ letter, className }: { letter: Letter; className: string | undefined }) => {
  const tracking = trackingLink(letter)
  if (tracking === null) return null
  return (
    <a
      className={className}
      data-slot="button"
      href={tracking}
      target="_blank"
      rel="noreferrer"
      aria-label={`Track package, ${letter.recipient.name} letter`}
    >
      <Icon name="truck" />
      Track
    </a>
  )
}

/** Downloads one letter and saves it as a file named after its dispute. */
export const useLetterPdf = (title: string, letterId: string) => {
  const { mutate, isPending, error } = useApiMutation(client.disputes.letterPdf, {
    onDone: pdf => downloadBlob(pdf, letterFileName(title, letterId)),
  })
  return { download: () => mutate({ letterId }), busy: isPending, failure: error }
}

/** Downloads all letters of a dispute as one file and saves it. */
export const useAllLettersPdf = (title: string, disputeId: string) => {
  const { mutate, isPending, error } = useApiMutation(client.disputes.allLettersPdf, {
    onDone: pdf => downloadBlob(pdf, allLettersFileName(title, disputeId)),
  })
  return { download: () => mutate({ disputeId }), busy: isPending, failure: error }
}
