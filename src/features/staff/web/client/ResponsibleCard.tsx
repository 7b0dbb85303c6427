import { useState } from 'react'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { useApiMutation, useApiQuery, useInvalidate } from '#web/api-hooks.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { SelectField } from '#web/ui/Choice.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ClientFile } from '../../client-contract.ts'
import type { Manager } from '../../contract.ts'
import { mayServe, roleNames } from '../roles.ts'

/** The value for "no manager" in a list of managers. */
const NOBODY = ''

type ResponsibleCardProps = { file: ClientFile; manager: Manager }

/** Who is responsible for the client: an agent can take an unassigned client, leads and admins assign. */
export const ResponsibleCard = ({ file, manager }: ResponsibleCardProps) => {
  const { responsible } = file
  const present = responsible?.active ? responsible.id : null
  const assigns = manager.role === 'lead' || manager.role === 'admin'
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="responsible">
      <h2 className={textStyles.heading3} id="responsible">
        Responsible manager
      </h2>
      <p>
        {present === null ? 'Nobody' : responsible?.id === manager.id ? 'You' : responsible?.name}
        {responsible?.active === false && (
          <span className={textStyles.muted}>, formerly {responsible.name}</span>
        )}
      </p>
      {assigns && <Assign key={present ?? NOBODY} clientId={file.id} present={present} />}
      {!assigns && mayServe(manager.role) && present === null && (
        <Take clientId={file.id} managerId={manager.id} />
      )}
    </section>
  )
}

const useAssign = () => {
  const refresh = useInvalidate()
  const again = () =>
    refresh([server.clients.read, server.clients.notes, server.clients.tasks, server.staff.clients])
  return useApiMutation(server.clients.assign, { onDone: () => void again() })
}

const Take = ({ clientId, managerId }: { clientId: string; managerId: string }) => {
  const assign = useAssign()
  return (
    <>
      {assign.error && <ErrorNote error={assign.error} safe="Nothing was changed." />}
      <Button
        variant="primary"
        block
        busy={assign.isPending}
        onClick={() => assign.mutate({ clientId, managerId, expected: null })}
      >
        Take this client
      </Button>
    </>
  )
}

const Assign = ({ clientId, present }: { clientId: string; present: string | null }) => {
  const [chosen, setChosen] = useState(present ?? NOBODY)
  const colleagues = useApiQuery(server.clients.colleagues)
  const assign = useAssign()
  const { refused, otherError } = splitFormError(assign.error)
  const to = chosen === NOBODY ? null : chosen
  return (
    <form
      className={layoutStyles.stackSmall}
      onSubmit={event => {
        event.preventDefault()
        assign.mutate({ clientId, managerId: to, expected: present })
      }}
    >
      {otherError && <ErrorNote error={otherError} safe="Nothing was changed." />}
      {colleagues.error && <ErrorNote error={colleagues.error} onRetry={() => void colleagues.refetch()} />}
      <SelectField
        id="assignee"
        label="Assign to"
        error={refused.managerId}
        options={[
          { value: NOBODY, text: 'Nobody' },
          ...(colleagues.data?.data ?? []).map(({ id, name, role }) => ({
            value: id,
            text: `${name}, ${roleNames[role]}`,
          })),
        ]}
        value={chosen}
        onChoose={setChosen}
      />
      <Button type="submit" block busy={assign.isPending} disabled={to === present}>
        Assign
      </Button>
    </form>
  )
}
