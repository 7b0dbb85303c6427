import type { ReactNode } from 'react'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import type { StaffMember } from '../contract.ts'
import { DisableManager } from './DisableManager.tsx'
import { roleNames } from './roles.ts'

const heads = ['Name', 'Role', 'Status', 'Authenticator app', 'Last seen'] as const

type StaffTableProps = { staff: readonly StaffMember[]; ownId: string; changes: boolean }

/** Managers and open invitations, one a row. Nobody disables oneself. */
export const StaffTable = ({ staff, ownId, changes }: StaffTableProps) => (
  <section className="card flush" aria-labelledby="staff">
    <header>
      <h2 id="staff" tabIndex={-1}>
        Managers ({staff.length})
      </h2>
    </header>
    <ResponsiveTable headers={[...heads, ...(changes ? ['Actions'] : [])]} labelledBy="staff">
      {staff.map(member => (
        <StaffRow
          key={member.id}
          member={member}
          acts={
            changes &&
            (member.id === ownId ? (
              <span className="muted">This is you</span>
            ) : (
              <DisableManager member={member} />
            ))
          }
        />
      ))}
    </ResponsiveTable>
  </section>
)

/** `acts` is what can be done with the manager, false where nothing ever can. */
const StaffRow = ({ member, acts }: { member: StaffMember; acts: ReactNode }) => (
  <tr role="row">
    <th scope="row" role="rowheader" className="w">
      {member.firstName} {member.lastName}
      <small className="muted">{member.email}</small>
    </th>
    <td role="cell" data-l="Role">
      {roleNames[member.role]}
    </td>
    <td role="cell" data-l="Status">
      <Status status={member.status} />
    </td>
    <td role="cell" data-l="Authenticator app">
      {member.totpEnabled ? 'On' : 'Off'}
    </td>
    <td role="cell" data-l="Last seen" className="num nowrap">
      {member.lastSeenAt === null ? 'Never' : showDay(member.lastSeenAt, browserTimeZone)}
    </td>
    {acts && (
      <td role="cell" className="w">
        {acts}
      </td>
    )}
  </tr>
)

const statuses = {
  active: { tone: 'green', icon: 'check', word: 'Active' },
  invited: { tone: 'blue', icon: 'mail', word: 'Invited' },
  disabled: { tone: 'grey', icon: 'lock', word: 'Disabled' },
} as const satisfies Record<StaffMember['status'], object>

const Status = ({ status }: { status: StaffMember['status'] }) => {
  const { tone, icon, word } = statuses[status]
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  )
}
