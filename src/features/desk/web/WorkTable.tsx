import type { ReactNode } from 'react'
import { AgreementPill } from '#features/agreement/web/ClientAgreementCard.tsx'
import type { ClientToOpen } from '#features/staff/web/OpenClient.tsx'
import * as staffStyles from '#features/staff/web/staff.module.css'
import { disputeTypeNames } from '#features/staff/web/WaitingLetters.tsx'
import { showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { WorkItem } from '../contract.ts'
import { workWords } from '../work-kinds.ts'
import { ClientHeader } from './ClientHeader.tsx'

const heads = ['Client', 'Work', 'When', 'Responsible'] as const

type WorkTableProps = { items: readonly WorkItem[]; onOpen: ((whom: ClientToOpen) => void) | null }

/** Work, one item a row. */
export const WorkTable = ({ items, onOpen }: WorkTableProps) => {
  const handle = useApiMutation(client.desk.handleTradelineRequest, {
    refreshes: [client.desk.work, client.desk.workCounts],
  })
  return (
    <div className={staffStyles.wide}>
      {handle.error && <ErrorNote error={handle.error} safe="Nothing was changed." />}
      <ResponsiveTable
        headers={[...heads, ...(onOpen ? ['Actions'] : [])]}
        labelledBy="work"
        className={responsiveTableStyles.foldsWide}
      >
        {items.map(item => (
          <WorkRow key={`${item.kind} ${item.id}`} item={item}>
            {onOpen && (
              <WorkActions
                item={item}
                onOpen={onOpen}
                onHandled={() => handle.mutate({ requestId: item.id })}
                busy={handle.isPending}
              />
            )}
          </WorkRow>
        ))}
      </ResponsiveTable>
    </div>
  )
}

type WorkRowProps = { item: WorkItem; children: ReactNode }

const WorkRow = ({ item, children }: WorkRowProps) => {
  const { kind, dispute, responsible, text, agreement } = item
  return (
    <tr role="row">
      <ClientHeader of={item} />
      <td role="cell" data-l="Work">
        {workWords[kind].name}
        {dispute && (
          <small className={textStyles.muted}>
            {disputeTypeNames[dispute.type]} to {dispute.recipients.join(', ')}
          </small>
        )}
        {text !== null && <small className={textStyles.muted}>{text}</small>}
        {agreement !== null && agreement !== 'in_force' && <AgreementPill state={agreement} />}
      </td>
      <td role="cell" data-l="When">
        <Clock item={item} />
      </td>
      <td role="cell" data-l="Responsible">
        {responsible?.active ? responsible.name : <span className={textStyles.muted}>Nobody</span>}
      </td>
      {children && (
        <td role="cell" className={responsiveTableStyles.fullWidth}>
          <div className={`${responsiveTableStyles.actions} ${staffStyles.actions}`}>{children}</div>
        </td>
      )}
    </tr>
  )
}

/** When it is due, or since when it has waited. */
const Clock = ({ item: { dueOn, since, estimated, overdue, mayBeInTime } }: { item: WorkItem }) => {
  if (dueOn === null) return <span>Since {since && showDay(since, browserTimeZone)}</span>
  const late = mayBeInTime ? 'amber' : 'red'
  return (
    <>
      <Pill tone={overdue && !estimated ? late : 'grey'} icon={overdue ? 'warn' : 'clock'}>
        {overdue ? 'Was due' : 'Due'} {showDay(dueOn)}
      </Pill>
      {overdue && !estimated && mayBeInTime && <small className={textStyles.muted}>May be overdue</small>}
      {estimated && <small className={textStyles.muted}>Estimated: no delivery reported yet</small>}
    </>
  )
}

type WorkActionsProps = {
  item: WorkItem
  onOpen: (whom: ClientToOpen) => void
  onHandled: () => void
  busy: boolean
}

const WorkActions = ({ item, onOpen, onHandled, busy }: WorkActionsProps) => {
  const { kind, firstName, lastName, phoneNumber, dispute } = item
  const name = `${firstName} ${lastName}`
  // Two clients may have the same name, and one client several waiting letters.
  const what = [
    name,
    showPhone(phoneNumber),
    workWords[kind].name,
    ...(dispute ? [`${disputeTypeNames[dispute.type]} to ${dispute.recipients.join(', ')}`] : []),
  ].join(', ')
  return (
    <>
      <Button
        size="small"
        aria-label={`Open ${what}`}
        onClick={() =>
          onOpen({ phoneNumber, name, goTo: dispute ? `/disputes/${dispute.id}` : screens[kind] })
        }
      >
        Open
      </Button>
      {kind === 'tradelines' && (
        <Button size="small" aria-label={`Mark as handled: ${what}`} busy={busy} onClick={onHandled}>
          Handled
        </Button>
      )}
    </>
  )
}

/** The client's screen for work without a dispute. */
const screens = {
  answer: '/disputes',
  returned: '/disputes',
  confirmation: '/disputes',
  mailing: '/disputes',
  review: '/profile',
  pull: '/get-report',
  tradelines: '/tradelines/requested',
  task: '/analytics/overview',
} as const satisfies Record<WorkItem['kind'], string>
