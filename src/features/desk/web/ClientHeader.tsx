import { Link } from '@tanstack/react-router'
import { showPhone } from '#values/phone.ts'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { WorkItem } from '../contract.ts'

type Props = { of: Pick<WorkItem, 'clientId' | 'firstName' | 'lastName' | 'phoneNumber'> }

/** The header cell of a client's row: the name, linked to the client's page, and the phone number. */
export const ClientHeader = ({ of: { clientId, firstName, lastName, phoneNumber } }: Props) => {
  const name = `${firstName} ${lastName}`
  const phone = showPhone(phoneNumber)
  return (
    <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
      <Link to="/manager/clients/$clientId" params={{ clientId }} aria-label={`${name}, ${phone}`}>
        {name}
      </Link>
      <small className={textStyles.muted}>{phone}</small>
    </th>
  )
}
