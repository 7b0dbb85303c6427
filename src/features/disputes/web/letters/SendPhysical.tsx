import { useState } from 'react'
import { useUser } from '#features/identity/web/session.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { identificationCaution } from '../../cautions.ts'
import type { Dispute } from '../../dispute-contract.ts'
import { SaveDates } from '../AnswersDue.tsx'
import { pluralize } from '../dispute-text.ts'
import { RecipientName } from '../RecipientName.tsx'
import { Cautions, RepeatChoice } from './Confirmations.tsx'
import { useAllLettersPdf, useMailingBarred } from './LetterActions.tsx'
import { isSandboxMail, mailFailureAdvice, sendDisabledReason } from './letter-state.ts'
import { MailReceipt } from './MailReceipt.tsx'

type Props = {
  dispute: Dispute
  size?: 'small' | 'normal'
  /** Whether to open the confirmation immediately, as chosen in the wizard. */
  asks?: boolean
}

/**
 * Sends all letters of a dispute to the mail provider, after showing what is sent where. If disabled it shows why; if
 * nothing is mailed here there is no button.
 */
export const SendPhysical = ({ dispute, size = 'normal', asks = false }: Props) => {
  const off = sendDisabledReason(dispute, useMailingBarred(dispute.letters.length))
  const [asking, setAsking] = useState(asks && off === null)
  const [sent, setSent] = useState<MailClass | null>(null)
  if (!isOffered('mailing')) return null
  return (
    <>
      <Button
        variant={off === null ? 'primary' : 'default'}
        size={size}
        icon="mail"
        disabled={off !== null}
        onClick={() => setAsking(true)}
        aria-label={size === 'small' ? `Send Physical, ${dispute.title}` : undefined}
      >
        Send Physical
      </Button>
      {off !== null && <small className={textStyles.muted}>{off}</small>}
      {asking && (
        <Confirmation
          dispute={dispute}
          onClose={() => setAsking(false)}
          onSent={mailClass => {
            setAsking(false)
            setSent(mailClass)
          }}
        />
      )}
      {sent !== null && <Receipt dispute={dispute} mailClass={sent} onClose={() => setSent(null)} />}
    </>
  )
}

/** The mail class, as named in the receipt. */
type MailClass = 'Regular mail' | 'Certified mail' | 'Certified mail with return receipt'

type ConfirmationProps = { dispute: Dispute; onClose: () => void; onSent: (mailClass: MailClass) => void }

/** What is sent when it is confirmed, and that it cannot be undone. */
const Confirmation = ({ dispute, onClose, onSent }: ConfirmationProps) => {
  const { id, title, letters } = dispute
  const [certified, setCertified] = useState(false)
  const [returnReceipt, setReturnReceipt] = useState(false)
  const [repeat, setRepeat] = useState(false)
  const { certifiedMail } = useUser()
  const { download, busy, failure } = useAllLettersPdf(title, id)
  const { mutate, isPending, error } = useApiMutation(client.disputes.sendPhysical, {
    refreshes: [
      client.disputes.list,
      client.disputes.one,
      client.findings.list,
      client.credit.analytics,
      client.identity.me,
    ],
    onDone: (_, asked) => {
      if (asked.certified !== true) return onSent('Regular mail')
      onSent(asked.returnReceipt === true ? 'Certified mail with return receipt' : 'Certified mail')
    },
  })
  const count = pluralize(letters.length, 'letter')
  return (
    <ConfirmDialog
      title={`Mail ${count}?`}
      confirmLabel={`Mail ${count}`}
      icon="mail"
      busy={isPending}
      busyText="Sending..."
      onConfirm={() => {
        const service = { certified, returnReceipt: certified && returnReceipt }
        mutate({ disputeId: id, ...service, ...(repeat ? { repeat } : {}) })
      }}
      onClose={onClose}
      wide
    >
      <div className={layoutStyles.stack}>
        <p className={textStyles.muted}>
          {letters.length === 1
            ? 'We print and mail the letter to this address.'
            : 'We print and mail the letters to these addresses.'}{' '}
          A mailed letter cannot be called back.
        </p>
        <ul className={layoutStyles.stackSmall}>
          {letters.map(letter => (
            <li key={letter.id}>
              <RecipientName {...letter} />
              <p className={textStyles.muted}>{letter.recipient.address.join(', ')}</p>
            </li>
          ))}
        </ul>
        <Enclosed dispute={dispute} />
        {certifiedMail && (
          <Choice
            type="checkbox"
            checked={certified}
            onChange={event => setCertified(event.target.checked)}
            title="Certified mail"
            hint="The postal service then records the delivery, and you can follow each letter. It adds a fee to the postage of each one."
          />
        )}
        {certified && (
          <Choice
            type="checkbox"
            checked={returnReceipt}
            onChange={event => setReturnReceipt(event.target.checked)}
            title="Return receipt"
            hint="The postal service also keeps an electronic copy of the signature of who takes the letter; ask support for it. It adds a second fee."
          />
        )}
        {isSandboxMail(letters) && (
          <Note tone="sand">Your report is invented. These letters go to the sandbox only.</Note>
        )}
        <div>
          <Button variant="link" icon="download" busy={busy} onClick={download}>
            Preview the PDF
          </Button>
        </div>
        {failure !== null && <ErrorNote error={failure} />}
        {error !== null && <ErrorNote error={error} safe={mailFailureAdvice(error)} />}
        {(repeat || error?.code === 'repeats_dispute') && (
          <RepeatChoice confirmed={repeat} onConfirm={setRepeat} />
        )}
      </div>
    </ConfirmDialog>
  )
}

type ReceiptProps = { dispute: Dispute; mailClass: MailClass; onClose: () => void }

/** What was sent, and what to expect. Its states and dates are updated while it is open. */
const Receipt = ({ dispute, mailClass, onClose }: ReceiptProps) => {
  const { letters, enclosures } = dispute
  const one = letters.length === 1
  const them = one ? 'it' : 'them'
  const handedOver = letters.every(({ lobSentAt }) => lobSentAt !== null)
  return (
    <Dialog
      title={one ? 'Your letter is being mailed' : `Your ${letters.length} letters are being mailed`}
      buttons={
        <>
          <SaveDates disputes={[dispute]} />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
      onClose={onClose}
      wide
    >
      <div className={layoutStyles.stackSmall}>
        <p className={textStyles.muted} role="status">
          {handedOver
            ? `Our print-and-mail service has ${them}.`
            : `We are handing ${them} to our print-and-mail service.`}{' '}
          You need to do nothing now. When an answer comes, record it in this dispute.
        </p>
        <MailReceipt dispute={dispute} />
        <p className={textStyles.muted}>
          {mailClass}.{' '}
          {enclosures.length === 0
            ? 'Nothing is enclosed.'
            : `${one ? 'It encloses' : 'Each encloses'} a copy of: ${enclosures.map(({ name }) => name).join(', ')}.`}
        </p>
      </div>
    </Dialog>
  )
}

/** Bureaus require proof of identity; without it they may not act (15 U.S.C. 1681h(a)(1), 1681c-1(i)). */
const Enclosed = ({ dispute: { type, letters, enclosures } }: Pick<Props, 'dispute'>) => {
  const caution = identificationCaution(type, enclosures)
  const toBureaus = letters.some(({ bureau }) => bureau !== null)
  return (
    <>
      {enclosures.length > 0 && (
        <p>Each letter encloses a copy of: {enclosures.map(({ name }) => name).join(', ')}.</p>
      )}
      {caution !== null && <Cautions warnings={[caution]} />}
      {enclosures.length === 0 && !toBureaus && <p className={textStyles.muted}>Nothing is enclosed.</p>}
      {enclosures.length === 0 && toBureaus && caution === null && (
        <Note tone="amber" title="Nothing is enclosed">
          Bureaus ask for a copy of a government ID and of a proof of address, such as a utility bill. Without
          them, a bureau may ask for them first or not act.
        </Note>
      )}
    </>
  )
}
