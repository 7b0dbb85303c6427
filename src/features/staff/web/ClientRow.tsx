import { showPhone } from '#values/phone.ts'
import { Button } from '#web/ui/Button.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import type { Client } from '../contract.ts'
import { ClientPlan } from './ClientPlan.tsx'
import { VerificationLink } from './VerificationLink.tsx'

type ClientRowProps = { client: Client; onOpen: ((phoneNumber: string) => void) | null }

/** One client: who, on which plan, verified or not, and what a manager can do. */
export const ClientRow = ({ client, onOpen }: ClientRowProps) => {
  const name = `${client.firstName} ${client.lastName}`
  const phone = showPhone(client.phoneNumber)
  // Two clients may have one name, and no two a phone.
  const whom = `${name}, ${phone}`
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className="w">
        {name}
        <small className="muted">{client.email}</small>
      </th>
      <td role="cell" data-l="Phone" className="num nowrap">
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
          <Pill tone="green" icon="check">
            Verified
          </Pill>
        )}
      </td>
      {onOpen && (
        <td role="cell" className="w">
          <div className="acts">
            <Button size="small" aria-label={`Open ${whom}`} onClick={() => onOpen(client.phoneNumber)}>
              Open
            </Button>
            <VerificationLink clientId={client.id} name={whom} />
          </div>
        </td>
      )}
    </tr>
  )
}
