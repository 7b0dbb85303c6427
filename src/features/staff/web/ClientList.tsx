import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sourceLabels } from '#features/identity/assurance.ts'
import { MaxPlanDialog } from '#features/identity/web/MaxPlanDialog.tsx'
import { showPhone } from '#values/phone.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Choice.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as switchStyles from '#web/ui/Switch.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { Client } from '../contract.ts'
import type { ClientToOpen } from './OpenClient.tsx'
import { SearchableList } from './SearchableList.tsx'
import * as staffStyles from './staff.module.css'

/** The clients, newest first, searchable by name, phone or email. `onOpen` is null for managers who may not open any. */
export const ClientList = ({ onOpen }: { onOpen: ((whom: ClientToOpen) => void) | null }) => {
  const [shown, setShown] = useState<keyof typeof choices>('all')
  const { narrowed, empty } = choices[shown]
  return (
    <div className={staffStyles.wide}>
      <SearchableList
        what="clients"
        title="Clients"
        one="client"
        icon="users"
        call={server.staff.clients}
        narrowed={narrowed}
        choices={
          onOpen && (
            <SelectField
              id="shown"
              label="Show"
              options={shownNames.map(name => ({ value: name, text: choices[name].label }))}
              value={shown}
              onChoose={setShown}
            />
          )
        }
        label="Name, phone or email"
        empty={empty}
        findsBy="Search by a name or its first three letters, a full phone number or a full email address."
      >
        {({ data }) => <ClientTable clients={data} onOpen={onOpen} />}
      </SearchableList>
    </div>
  )
}

const shownNames = ['all', 'mine', 'nobody'] as const

/** Filters of the list by responsible manager. */
const choices = {
  all: {
    label: 'All',
    narrowed: {},
    empty: { title: 'No clients yet', text: 'Clients appear here when they register.' },
  },
  mine: {
    label: 'Mine',
    narrowed: { assigned: 'mine' },
    empty: { title: 'No clients are yours', text: 'Take a client on their page, or ask a lead for one.' },
  },
  nobody: {
    label: 'Unassigned',
    narrowed: { assigned: 'nobody' },
    empty: { title: 'Every client has a manager', text: 'Clients without one appear here.' },
  },
} as const

const heads = ['Name', 'Phone', 'Max Plan', 'Verification', 'Responsible'] as const

/** Clients, one a row. */
const ClientTable = ({
  clients,
  onOpen,
}: {
  clients: readonly Client[]
  onOpen: ((whom: ClientToOpen) => void) | null
}) => (
  <ResponsiveTable
    headers={[...heads, ...(onOpen ? ['Actions'] : [])]}
    labelledBy="clients"
    className={responsiveTableStyles.foldsWide}
  >
    {clients.map(client => (
      <ClientRow key={client.id} client={client} onOpen={onOpen} />
    ))}
  </ResponsiveTable>
)

type ClientRowProps = { client: Client; onOpen: ((whom: ClientToOpen) => void) | null }

/** One client: name, plan, verification, and what a manager can do. */
const ClientRow = ({ client, onOpen }: ClientRowProps) => {
  const name = `${client.firstName} ${client.lastName}`
  const phone = showPhone(client.phoneNumber)
  // Two clients may have the same name, but not the same phone number.
  const whom = `${name}, ${phone}`
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
        <Link to="/manager/clients/$clientId" params={{ clientId: client.id }} aria-label={whom}>
          {name}
        </Link>
        <small className={textStyles.muted}>{client.email}</small>
      </th>
      <td role="cell" data-l="Phone" className={textStyles.noWrap}>
        {phone}
      </td>
      <td role="cell" data-l="Max Plan">
        {onOpen === null ? (
          <Pill tone={client.subscription ? 'em2' : 'line'}>{client.subscription ? 'On' : 'Off'}</Pill>
        ) : (
          <ClientPlan client={client} name={name} whom={whom} />
        )}
      </td>
      <td role="cell" data-l="Verification">
        {client.skippedVerification ? (
          <Pill icon="clock">Verification Skipped</Pill>
        ) : (
          <>
            <Pill tone="green" icon="check">
              Verified
            </Pill>
            {client.identitySource && (
              <small className={textStyles.muted}>{sourceLabels[client.identitySource]}</small>
            )}
          </>
        )}
      </td>
      <td role="cell" data-l="Responsible">
        {client.responsible?.active ? (
          client.responsible.name
        ) : (
          <>
            Nobody
            {client.responsible && (
              <small className={textStyles.muted}>formerly {client.responsible.name}</small>
            )}
          </>
        )}
      </td>
      {onOpen && (
        <td role="cell" className={responsiveTableStyles.fullWidth}>
          <div className={`${responsiveTableStyles.actions} ${staffStyles.actions}`}>
            <Button
              size="small"
              aria-label={`Open ${whom}`}
              onClick={() => onOpen({ phoneNumber: client.phoneNumber, name })}
            >
              Open
            </Button>
          </div>
        </td>
      )}
    </tr>
  )
}

/** `whom` names the client unambiguously within the list. */
type ClientPlanProps = { client: Client; name: string; whom: string }

/** The switch for a client's three bureaus. It asks for confirmation before changing anything. */
const ClientPlan = ({ client, name, whom }: ClientPlanProps) => {
  const [asked, setAsked] = useState<'on' | 'off' | null>(null)
  const change = useApiMutation(server.staff.setClientPlan, { refreshes: [server.staff.clients] })
  const confirm = () =>
    change.mutate({ clientId: client.id, enabled: asked === 'on' }, { onSuccess: () => setAsked(null) })
  return (
    <>
      <button
        className={switchStyles.toggle}
        type="button"
        role="switch"
        aria-checked={client.subscription}
        aria-label={`Max Plan of ${whom}`}
        aria-disabled={change.isPending || undefined}
        onClick={() => {
          if (change.isPending) return
          change.reset()
          setAsked(client.subscription ? 'off' : 'on')
        }}
      />
      {asked && (
        <MaxPlanDialog
          on={asked === 'on'}
          client={name}
          busy={change.isPending}
          error={change.error}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
