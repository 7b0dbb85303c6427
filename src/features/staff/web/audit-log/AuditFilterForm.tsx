import { useState } from 'react'
import { auditEventLabel, auditEventNames } from '#api/audit-events.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { SelectField } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { AuditFilter } from '../../audit-log-contract.ts'
import * as styles from './AuditFilterForm.module.css'

type AuditFilterFormProps = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Which entries of the audit log are shown. */
export const AuditFilterForm = ({ filter, onFilter }: AuditFilterFormProps) => (
  // A filter set elsewhere on the page resets the form.
  <FilterForm key={JSON.stringify(filter)} filter={filter} onFilter={onFilter} />
)

const FilterForm = ({ filter, onFilter }: AuditFilterFormProps) => {
  const staff = useApiQuery(server.staff.list)
  const keys = useApiQuery(server.integrations.keys)
  const [problem, setProblem] = useState<string>()
  return (
    <form
      className={`${cardStyles.card} ${styles.filters}`}
      noValidate
      onSubmit={submitted => {
        submitted.preventDefault()
        const form = new FormData(submitted.currentTarget)
        const of = (name: string) => {
          const value = form.get(name)
          return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
        }
        const [who, clientId, from, to] = [of('who'), of('clientId'), of('from'), of('to')]
        const isKey = keys.data?.data.some(({ id }) => id === who)
        const event = auditEventNames.find(name => name === of('event'))
        const isWrong = clientId !== undefined && !isId(clientId)
        setProblem(isWrong ? 'This is not the id of a client' : undefined)
        if (isWrong) return
        onFilter({
          ...(who !== undefined && (isKey ? { keyId: who } : { managerId: who })),
          ...(clientId !== undefined && { clientId }),
          ...(event !== undefined && { event }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        })
      }}
    >
      <SelectField
        key={`${staff.data?.data.length} ${keys.data?.data.length}`}
        name="who"
        label="Who"
        options={[
          { value: '', text: 'Everybody' },
          ...(staff.data?.data ?? []).map(one => ({
            value: one.id,
            text: `${one.firstName} ${one.lastName}`,
          })),
          ...(keys.data?.data ?? []).map(one => ({
            value: one.id,
            text: `${one.name}, API key ${one.prefix}…`,
          })),
        ]}
        defaultValue={filter.managerId ?? filter.keyId ?? ''}
      />
      <SelectField
        name="event"
        label="Event"
        options={[
          { value: '', text: 'Every event' },
          ...auditEventNames.map(name => ({ value: name, text: auditEventLabel(name) })),
        ]}
        defaultValue={filter.event ?? ''}
      />
      <Field name="from" label="From" type="date" defaultValue={filter.from} />
      <Field name="to" label="To" type="date" defaultValue={filter.to} />
      <Field
        name="clientId"
        label="Client"
        hint="The id at the end of the client page’s address."
        error={problem}
        defaultValue={filter.clientId}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" block>
        Show
      </Button>
      {Object.keys(filter).length > 0 && (
        <Button block onClick={() => onFilter({})}>
          Show everything
        </Button>
      )}
    </form>
  )
}
