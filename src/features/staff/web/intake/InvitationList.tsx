import { useState } from 'react'
import { showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation, useApiQuery, useInvalidate } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { CursorPages, useCursorPages } from '#web/ui/CursorPages.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ClientInvitation } from '../../intake-contract.ts'
import * as staffStyles from '../staff.module.css'

/** Unaccepted invitations, in pages. */
export const InvitationList = () => {
  const { cursor: before, heading, turning } = useCursorPages()
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    server.intake.invitations,
    before === undefined ? {} : { before },
    { keepPrevious: true },
  )
  return (
    <div className={staffStyles.wide}>
      {error && <ErrorNote error={error} busy={isFetching} onRetry={() => void refetch()} />}
      <section
        className={`${cardStyles.card} ${cardStyles.flush}`}
        aria-labelledby="invitations"
        aria-busy={isPlaceholderData || undefined}
      >
        <header>
          <h2 id="invitations" tabIndex={-1} ref={heading}>
            Waiting for an answer
          </h2>
        </header>
        {data?.data.length === 0 && (
          <EmptyState icon="mail" title="No invitation is open">
            People who accept an invitation appear in the list of clients.
          </EmptyState>
        )}
        {data && data.data.length > 0 && (
          <ResponsiveTable headers={['Name', 'Phone', 'Invited', 'Link', 'Actions']} labelledBy="invitations">
            {data.data.map(invitation => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ResponsiveTable>
        )}
        <CursorPages
          what="invitations"
          {...turning}
          next={data?.next ?? null}
          busy={isPlaceholderData}
          className={staffStyles.pages}
          words={{ back: 'Newer', on: 'Older' }}
        />
      </section>
    </div>
  )
}

const InvitationRow = ({ invitation }: { invitation: ClientInvitation }) => {
  const { firstName, lastName, email, phoneNumber, invitedBy, sentAt, expiresAt, status } = invitation
  const [asking, setAsking] = useState<'send' | 'withdraw' | null>(null)
  const name = `${firstName} ${lastName}`
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
        {name}
        <small className={textStyles.muted}>{email}</small>
      </th>
      <td role="cell" data-l="Phone" className={textStyles.noWrap}>
        {showPhone(phoneNumber)}
      </td>
      <td role="cell" data-l="Invited">
        {showDay(sentAt, browserTimeZone)}
        <small className={textStyles.muted}>by {invitedBy ?? 'one of your systems'}</small>
      </td>
      <td role="cell" data-l="Link">
        {status === 'open' ? (
          <Pill tone="blue" icon="mail">
            Until {showDay(expiresAt, browserTimeZone)}
          </Pill>
        ) : (
          <Pill icon="clock">Expired</Pill>
        )}
      </td>
      <td role="cell" className={responsiveTableStyles.fullWidth}>
        <div className={`${responsiveTableStyles.actions} ${staffStyles.actions}`}>
          <Button size="small" aria-label={`Send again to ${name}`} onClick={() => setAsking('send')}>
            Send again
          </Button>
          <Button
            size="small"
            aria-label={`Take back the invitation of ${name}`}
            onClick={() => setAsking('withdraw')}
          >
            Take back
          </Button>
        </div>
        {asking === 'send' && (
          <SendAgain invitationId={invitation.id} name={name} onClose={() => setAsking(null)} />
        )}
        {asking === 'withdraw' && (
          <Withdraw invitationId={invitation.id} name={name} onClose={() => setAsking(null)} />
        )}
      </td>
    </tr>
  )
}

type DialogProps = { invitationId: string; name: string; onClose: () => void }

const SendAgain = ({ invitationId, name, onClose }: DialogProps) => {
  const [ways, setWays] = useState({ byEmail: true, byText: false, askedForText: false })
  const [tried, setTried] = useState(false)
  const refresh = useInvalidate()
  const send = useApiMutation(server.intake.resend, {
    onDone: ({ textProblem }) => {
      if (textProblem === null) onClose()
      void refresh([server.intake.invitations])
    },
  })
  const problem =
    !ways.byEmail && !ways.byText
      ? 'Choose a text, an email or both'
      : ways.byText && !ways.askedForText
        ? 'Text only somebody who asked you for it'
        : null
  return (
    <ConfirmDialog
      title={`Send again to ${name}?`}
      confirmLabel="Send"
      busy={send.isPending}
      onConfirm={() => {
        setTried(true)
        if (problem === null) send.mutate({ invitationId, ...ways })
      }}
      onClose={onClose}
    >
      <div className={layoutStyles.stackSmall}>
        <p className={textStyles.muted}>A new link for 7 days; the link before stops working.</p>
        {send.error && <ErrorNote error={send.error} safe="Nothing was sent." />}
        {send.data?.textProblem && (
          <Note tone="amber" role="alert" title="The text did not go out">
            {send.data.textProblem}
          </Note>
        )}
        {tried && problem !== null && <Note tone="red" role="alert" title={problem} />}
        <Choice
          type="checkbox"
          title="Email"
          checked={ways.byEmail}
          onChange={event => setWays({ ...ways, byEmail: event.target.checked })}
        />
        <Choice
          type="checkbox"
          title="Text message"
          checked={ways.byText}
          onChange={event => setWays({ ...ways, byText: event.target.checked })}
        />
        {ways.byText && (
          <Choice
            type="checkbox"
            title="They asked me for the text"
            checked={ways.askedForText}
            onChange={event => setWays({ ...ways, askedForText: event.target.checked })}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

const Withdraw = ({ invitationId, name, onClose }: DialogProps) => {
  const refresh = useInvalidate()
  const withdraw = useApiMutation(server.intake.withdraw, {
    onDone: () => {
      onClose()
      void refresh([server.intake.invitations])
    },
  })
  return (
    <ConfirmDialog
      title={`Take back the invitation of ${name}?`}
      confirmLabel="Take back"
      variant="danger"
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ invitationId })}
      onClose={onClose}
    >
      <p className={textStyles.muted}>The link stops working at once, and what you typed is deleted.</p>
      {withdraw.error && <ErrorNote error={withdraw.error} safe="Nothing was changed." />}
    </ConfirmDialog>
  )
}
