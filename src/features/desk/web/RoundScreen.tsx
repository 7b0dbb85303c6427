import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { StepHeading } from '#features/staff/web/ManagerPage.tsx'
import { mayApprove, mayServe } from '#features/staff/web/roles.ts'
import { StaffOnly, StaffPage } from '#features/staff/web/StaffPage.tsx'
import { showDay } from '#values/dates.ts'
import { dollarsOf, showMoney } from '#values/money.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { RoundDetails } from '../contract.ts'
import { roundRules } from '../round-rules.ts'
import { RoundClients } from './RoundClients.tsx'

/** One round: its clients, and mailing what they confirmed. */
export const RoundScreen = () => (
  <StaffOnly title="Round">
    <Details />
  </StaffOnly>
)

const BUSY_MS = 2_000

const Details = () => {
  const { roundId = '' } = useParams({ strict: false })
  const me = useApiQuery(client.staff.me)
  const round = useApiQuery(
    client.desk.round,
    { roundId },
    {
      refetchInterval: latest =>
        latest !== undefined && isBegun(latest) && (latest.states.waiting || latest.states.mailing)
          ? BUSY_MS
          : false,
    },
  )
  const { data: manager } = me
  return (
    <StaffPage
      me={me}
      list={
        round.data && (
          <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="clients">
            <header>
              <h2 id="clients" tabIndex={-1}>
                Clients ({round.data.clients.length})
              </h2>
            </header>
            <RoundClients clients={round.data.clients} approval={round.data.approval} />
          </section>
        )
      }
    >
      <Link className={layoutStyles.backLink} to="/manager/rounds">
        <Icon name="left" small />
        All rounds
      </Link>
      <Pending queries={[me, round]} />
      {round.data && (
        <div className={`${cardStyles.card} ${layoutStyles.stack}`}>
          <StepHeading>{roundRules[round.data.step].name}</StepHeading>
          <p className={textStyles.muted}>
            Begun by {round.data.manager} on {showDay(round.data.createdAt, browserTimeZone)}.
          </p>
          {round.data.decidedBy !== null && (
            <p className={textStyles.muted}>
              {round.data.approval === 'approved' ? 'Approved' : 'Declined'} by {round.data.decidedBy}.
            </p>
          )}
          {round.data.approval === 'waiting' && (
            <Note tone="amber">
              A lead has to approve this round. Until then nothing is prepared, and no client is notified.
            </Note>
          )}
          {manager && mayApprove(manager.role) && round.data.approval === 'waiting' && (
            <Decision roundId={roundId} />
          )}
          {manager && mayServe(manager.role) && isBegun(round.data) && <MailConfirmed round={round.data} />}
        </div>
      )}
    </StaffPage>
  )
}

const isBegun = ({ approval }: RoundDetails): boolean => approval === 'none' || approval === 'approved'

const Decision = ({ roundId }: { roundId: string }) => {
  const refreshes = [client.desk.round, client.desk.rounds]
  const approve = useApiMutation(client.desk.approveRound, { refreshes })
  const decline = useApiMutation(client.desk.declineRound, { refreshes })
  const error = approve.error ?? decline.error
  return (
    <>
      {error && <ErrorNote error={error} safe="Nothing was prepared." />}
      <div className={layoutStyles.row}>
        <Button
          variant="primary"
          icon="check"
          busy={approve.isPending}
          onClick={() => approve.mutate({ roundId })}
        >
          Approve
        </Button>
        <Button busy={decline.isPending} onClick={() => decline.mutate({ roundId })}>
          Decline
        </Button>
      </div>
    </>
  )
}

/** Mails what the clients confirmed, after showing how much it is. */
const MailConfirmed = ({ round: { id, ready } }: { round: RoundDetails }) => {
  const [asking, setAsking] = useState(false)
  const [certified, setCertified] = useState(false)
  const mail = useApiMutation(client.desk.mailRound, {
    refreshes: [client.desk.round, client.desk.workCounts],
    onDone: () => setAsking(false),
  })
  if (!isOffered('mailing'))
    return (
      <p className={textStyles.muted}>Letters are not mailed from here. Each client downloads their own.</p>
    )
  const cents = certified ? ready.cents.certified : ready.cents.firstClass
  const letters = ready.letters === 1 ? '1 letter' : `${ready.letters} letters`
  const clients = ready.clients === 1 ? '1 client' : `${ready.clients} clients`
  return (
    <>
      <p>
        {ready.letters === 0
          ? 'No confirmed letters wait to be mailed.'
          : `${letters} of ${clients} are confirmed and can be mailed.`}
      </p>
      <Button
        variant="primary"
        icon="mail"
        disabled={ready.letters === 0}
        onClick={() => {
          mail.reset()
          setAsking(true)
        }}
      >
        Mail confirmed letters
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Mail ${letters} of ${clients}?`}
          confirmLabel="Mail"
          icon="mail"
          busy={mail.isPending}
          busyText="Sending..."
          onConfirm={() => mail.mutate({ roundId: id, letters: ready.letters, certified })}
          onClose={() => setAsking(false)}
        >
          <div className={layoutStyles.stackSmall}>
            <p className={textStyles.muted}>
              {letters}, each {certified ? 'as certified mail' : 'as first-class mail'}.{' '}
              {cents === null
                ? 'No price is set here: your mail provider bills each letter.'
                : `${showMoney(dollarsOf(cents))} for the first page of each; further pages may cost more.`}{' '}
              Letters that are on their way cannot be taken back.
            </p>
            {ready.certifiedOffered && (
              <Choice
                type="checkbox"
                checked={certified}
                onChange={event => setCertified(event.target.checked)}
                title="Certified mail"
                hint="With proof of mailing and delivery"
              />
            )}
            {mail.error && <ErrorNote error={mail.error} safe="Nothing was mailed." />}
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
