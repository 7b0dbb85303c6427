import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { CursorPages, useCursorPages } from '#web/ui/CursorPages.tsx'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { AuditEntry, AuditFilter } from '../../audit-log-contract.ts'
import { StepHeading } from '../ManagerPage.tsx'
import { mayReadStaff } from '../roles.ts'
import { StaffOnly, StaffPage } from '../StaffPage.tsx'
import * as staffStyles from '../staff.module.css'
import { AuditFilterForm } from './AuditFilterForm.tsx'

/** The audit log for admins and auditors: by manager, client, event and days, with an export. */
export const AuditLogScreen = () => (
  <StaffOnly title="Audit log">
    <AuditLog />
  </StaffOnly>
)

const AuditLog = () => {
  const me = useApiQuery(server.staff.me)
  const [filter, setFilter] = useState<AuditFilter>({})
  const { data: manager } = me
  const reads = manager !== undefined && mayReadStaff(manager.role)
  return (
    <StaffPage me={me} list={reads && <Entries key={JSON.stringify(filter)} filter={filter} />}>
      <StepHeading>Audit log</StepHeading>
      <Pending queries={[me]} />
      {manager && !reads && <p className={textStyles.muted}>Admins and auditors read the audit log.</p>}
      {reads && <AuditFilterForm filter={filter} onFilter={setFilter} />}
    </StaffPage>
  )
}

const Entries = ({ filter }: { filter: AuditFilter }) => {
  const { cursor: before, heading, turning } = useCursorPages()
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    server.auditLog.read,
    { ...filter, ...(before === undefined ? {} : { before }) },
    { keepPrevious: true },
  )
  const keys = useApiQuery(server.integrations.keys)
  const nameOfKey = (keyId: string | null) => keys.data?.data.find(({ id }) => id === keyId)?.name
  const file = useApiMutation(server.auditLog.download, {
    onDone: csv => downloadBlob(csv, 'audit-log.csv'),
  })
  return (
    <div className={staffStyles.wide}>
      {error && <ErrorNote error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {file.error && <ErrorNote error={file.error} />}
      <section
        className={`${cardStyles.card} ${cardStyles.flush}`}
        aria-labelledby="entries"
        aria-busy={isPlaceholderData || undefined}
      >
        <header>
          <h2 id="entries" tabIndex={-1} ref={heading}>
            Entries
          </h2>
          <Button size="small" icon="download" busy={file.isPending} onClick={() => file.mutate(filter)}>
            Export CSV
          </Button>
        </header>
        {data?.data.length === 0 && (
          <EmptyState icon="search" title="Nothing is in the log for this">
            Choose other days, or leave a field empty.
          </EmptyState>
        )}
        {data && data.data.length > 0 && (
          <ResponsiveTable headers={['When', 'Event', 'Who', 'Client', 'Result']} labelledBy="entries">
            {data.data.map(entry => (
              <EntryRow key={entry.id} entry={entry} keyName={nameOfKey(entry.keyId)} />
            ))}
          </ResponsiveTable>
        )}
        <CursorPages
          what="entries"
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

const actors = {
  anyone: 'Somebody not signed in',
  user: 'The client',
  manager: 'A manager',
  key: 'A system with an API key',
  system: 'The server',
} as const

const EntryRow = ({ entry, keyName }: { entry: AuditEntry; keyName: string | undefined }) => {
  const { at, title, event, outcome, actor, managerName, clientId } = entry
  return (
    <tr role="row">
      <td role="cell" data-l="When" className={`${textStyles.number} ${textStyles.noWrap}`}>
        {showInstant(at, browserTimeZone)}
      </td>
      <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
        {title}
        <small className={`${textStyles.muted} ${textStyles.breaksAnywhere}`}>{event}</small>
      </th>
      <td role="cell" data-l="Who">
        {managerName ?? keyName ?? actors[actor]}
        {keyName !== undefined && <small className={textStyles.muted}>API key</small>}
      </td>
      <td role="cell" data-l="Client">
        {clientId === null ? (
          <span className={textStyles.muted}>None</span>
        ) : (
          <Link to="/manager/clients/$clientId" params={{ clientId }} title={clientId}>
            {clientId.slice(-12)}
          </Link>
        )}
      </td>
      <td role="cell" data-l="Result">
        {outcome === 'done' ? 'Done' : outcome}
      </td>
    </tr>
  )
}
