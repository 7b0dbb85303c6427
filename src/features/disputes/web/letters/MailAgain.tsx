import { useRef, useState } from 'react'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useBarred } from '#web/opened.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { sentences } from '../../bounds.ts'
import type { Letter } from '../../dispute-contract.ts'
import { untraceableWords } from '../../mail-words.ts'
import { disputeCan } from '../../rules.ts'
import { afterFailedMailing } from './send-physical.ts'

type Props = { letter: Letter; size?: 'small' | 'normal' }

/** Hands a letter that did not arrive to the mail once more; nothing for any other letter. */
export const MailAgain = ({ letter, size = 'normal' }: Props) => {
  const [asking, setAsking] = useState(false)
  const barred = useBarred('assist')
  if (barred !== null || !disputeCan.mailAgain(letter)) return null
  return (
    <>
      <Button
        icon="mail"
        size={size}
        onClick={() => setAsking(true)}
        aria-label={`Mail the ${letter.bureau} letter again`}
      >
        Mail again
      </Button>
      {asking && <Confirmation letter={letter} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Every mailing after the first has a reason, so that no letter is mailed twice by mistake. */
const Confirmation = ({ letter, onClose }: { letter: Letter; onClose: () => void }) => {
  const { id, bureau, mailState } = letter
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { mutate, isPending, error } = useAct(client.disputes.mailAgain, {
    refreshes: [client.disputes.list, client.disputes.one],
    onDone: onClose,
  })
  const missing = tried && reason.trim() === '' ? sentences.noMailingReason : undefined
  const mail = () => {
    setTried(true)
    if (reason.trim() === '') return field.current?.focus()
    mutate({ letterId: id, reason: reason.trim() })
  }
  return (
    <ConfirmDialog
      title={`Mail the ${bureau} letter again?`}
      act="Mail again"
      icon="mail"
      busy={isPending}
      busyText="Sending..."
      onAct={mail}
      onClose={onClose}
      wide
    >
      <div className="stack">
        {mailState === 'untraceable' && (
          <Note tone="amber" title={untraceableWords.title}>
            {untraceableWords.text}
          </Note>
        )}
        <p className="muted">
          We print the same letter once more and mail it to {bureau}. A mailed letter cannot be called back.
        </p>
        <Field
          label="Why is it mailed again?"
          hint="For our records. It is not printed in the letter."
          error={missing ?? error?.fields.reason}
          control={wiring => (
            <textarea
              {...wiring}
              ref={field}
              rows={3}
              maxLength={500}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          )}
        />
        {error !== null && <ErrorNote error={error} safe={afterFailedMailing(error)} />}
      </div>
    </ConfirmDialog>
  )
}
