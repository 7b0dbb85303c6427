import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { Dispute, Warning } from '../../dispute-contract.ts'
import { controlId, problemAt, type WizardPage } from '../wizard/StepLayout.tsx'
import { notAttested } from '../wizard/wizard-steps.ts'

/** The user's confirmation of letters prepared by staff; nobody else can confirm. */
export const AttestLetters = ({
  dispute: { id: disputeId, createdAt, warnings = [], currentWarnings = [] },
}: AttestLettersProps) => {
  const barred = usePermission('never')
  const place = useFocusFallback()
  const [attested, setAttested] = useState(false)
  const [missed, setMissed] = useState(false)
  const { mutate, isPending, error } = useApiMutation(client.disputes.attest, {
    refreshes: [client.disputes.one, client.disputes.list, client.findings.list, client.credit.analytics],
  })
  const earlier = warnings.filter(({ message }) => currentWarnings.every(one => one.message !== message))
  const confirm = () => {
    setMissed(!attested)
    if (attested) mutate({ disputeId, attested })
  }
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="attest" ref={place}>
      <h3 id="attest">Confirm these letters</h3>
      {barred === null ? (
        <>
          <p className={textStyles.muted}>
            Read each letter first. If anything in it is not true, do not confirm it.
          </p>
          <Cautions warnings={currentWarnings} />
          <Repeats warnings={currentWarnings} />
          {earlier.length > 0 && (
            <p className={textStyles.muted}>
              As of {showDay(createdAt, browserTimeZone)}, when the letters were made:
            </p>
          )}
          <Cautions warnings={earlier} />
          <Repeats warnings={earlier} />
          <AttestChoice
            id="attested"
            attested={attested}
            sentence={missed ? notAttested.text : null}
            onAttest={on => {
              setAttested(on)
              setMissed(false)
            }}
          />
          {error !== null && <ErrorNote error={error} safe="The letters are not confirmed." />}
          <div>
            <Button variant="primary" busy={isPending} busyText="Confirming..." onClick={confirm}>
              Confirm the letters
            </Button>
          </div>
        </>
      ) : (
        <p className={textStyles.muted}>{barred}</p>
      )}
    </section>
  )
}

type AttestLettersProps = {
  dispute: Pick<Dispute, 'id' | 'createdAt' | 'warnings' | 'currentWarnings'>
}

type AttestProps = {
  id: string
  attested: boolean
  /** The error message if it is missing; otherwise null. */
  sentence: string | null
  onAttest: (attested: boolean) => void
}

/** The statement of truth. */
const AttestChoice = ({ id, attested, sentence, onAttest }: AttestProps) => (
  <div className={layoutStyles.stackSmall}>
    <ConfirmChoice
      id={id}
      title="What I say in these letters is true as far as I know"
      confirmed={attested}
      sentence={sentence}
      onConfirm={onAttest}
    />
  </div>
)

type ConfirmProps = {
  id: string
  title: string
  confirmed: boolean
  /** The error message if it is missing; otherwise null. */
  sentence: string | null
  onConfirm: (confirmed: boolean) => void
}

/** Something that must be confirmed to continue. It is unchecked at first, and only the user can check it. */
const ConfirmChoice = ({ id, title, confirmed, sentence, onConfirm }: ConfirmProps) => (
  <>
    {sentence !== null && <FieldError id={`${id}-error`} text={sentence} />}
    <Choice
      type="checkbox"
      id={id}
      aria-invalid={sentence === null ? undefined : true}
      aria-describedby={sentence === null ? undefined : `${id}-error`}
      checked={confirmed}
      onChange={event => onConfirm(event.target.checked)}
      title={title}
    />
  </>
)

type RepeatChoiceProps = Pick<ConfirmProps, 'confirmed' | 'onConfirm'>

/** The confirmation to mail a letter although another one in the mail says the same. */
export const RepeatChoice = (props: RepeatChoiceProps) => (
  <div>
    <ConfirmChoice id="repeat" title="I know, and I want to mail it too" sentence={null} {...props} />
  </div>
)

/** The statement of truth of a wizard. A manager does not make it for the client, who confirms the letters later. */
export const Attestation = ({ page: { wizard, answer }, byManager }: AttestationProps) =>
  byManager ? (
    <ClientConfirms />
  ) : (
    <AttestChoice
      id={controlId(notAttested)}
      attested={wizard.attested}
      sentence={problemAt(wizard, notAttested)}
      onAttest={on => answer({ did: 'attest', on })}
    />
  )

type AttestationProps = { page: Pick<WizardPage, 'wizard' | 'answer'>; byManager: boolean }

export const ClientConfirms = () => (
  <Note tone="sand" title="The client confirms these letters">
    They can be downloaded and mailed after the client has read and confirmed them.
  </Note>
)

const repeatPart = { key: null, part: 'repeat' } as const

/** Whether a warning is about a repeated dispute, which the user must confirm. */
export const isRepeat = ({ code }: Warning): boolean => code === 'repeats_dispute'

const titles = {
  old_report: 'Your report may be out of date',
  answered_since: 'A bureau answered since your report',
  newer_report: 'The letters are older than your report',
  answer_changed: 'The recorded answers have changed',
  no_identification: 'Proof of who you are is missing',
  no_support: 'Documents that support your dispute are missing',
  early_pay_day: 'The day of payment is soon',
  early_lift_day: 'The lift may come too late',
  denied_before: 'An earlier letter may say otherwise',
  asked_to_stop: 'You asked this company to stop all contact',
  debt_in_bankruptcy: 'This debt may be discharged',
} as const

/** What the user should know but need not confirm. */
export const Cautions = ({ warnings }: Pick<Props, 'warnings'>) =>
  warnings.map(({ code, message }) =>
    code === 'repeats_dispute' ? null : (
      <Note key={message} tone="amber" role="status" title={titles[code]}>
        <p>{message}</p>
        {(code === 'old_report' || code === 'answered_since' || code === 'newer_report') && (
          <p>
            <Link to="/analytics/$tab" params={{ tab: 'overview' }}>
              Go to your report
            </Link>
          </p>
        )}
      </Note>
    ),
  )

type Props = { warnings: readonly Warning[]; page: Pick<WizardPage, 'wizard' | 'answer'> }

/** What an earlier dispute already claimed; nothing if none did. */
const Repeats = ({ warnings }: Pick<Props, 'warnings'>) => {
  const repeats = warnings.filter(isRepeat)
  return repeats.length === 0 ? null : (
    <Note tone="sand" icon="warn" role="status" title="You disputed this before">
      {repeats.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </Note>
  )
}

/**
 * Warns of what an earlier dispute already claimed. A bureau may reject a dispute that is substantially the same and adds nothing
 * new (15 USC 1681i(a)(3)), so the user must confirm that they know.
 */
export const RepeatWarning = ({ warnings, page }: Props) =>
  warnings.some(isRepeat) && (
    <div className={layoutStyles.stackSmall}>
      <Repeats warnings={warnings} />
      <ConfirmChoice
        id={controlId(repeatPart)}
        title="I know, and I want to send it again"
        confirmed={page.wizard.repeat}
        sentence={problemAt(page.wizard, repeatPart)}
        onConfirm={on => page.answer({ did: 'repeat', on })}
      />
    </div>
  )
