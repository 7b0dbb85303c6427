/** `npm run manager:invite -- --email a@b.c --first A --last B --role admin` prints a manager's invitation link. */
import { parseArgs } from 'node:util'
import { staff } from '#features/staff/contract.ts'
import { INVITATION_HOURS } from '#features/staff/emails.ts'
import { createInvitation, invitationLink } from '#features/staff/server/invitations.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import { ConfigError } from '#platform/config/config.ts'
import { fieldErrors } from '#platform/http/handler.ts'
import { runCommand } from './run-command.ts'

const asText = { type: 'string' } as const

const parseInvitation = () => {
  const { values } = parseArgs({ options: { email: asText, first: asText, last: asText, role: asText } })
  const { email, first: firstName, last: lastName, role } = values
  const parsed = staff.invite.body.safeParse({ email, firstName, lastName, role }, { reportInput: true })
  if (parsed.success) return parsed.data
  const [[name, sentence] = []] = Object.entries(fieldErrors(parsed.error))
  const option = { firstName: 'first', lastName: 'last' }[name ?? ''] ?? name
  throw new ConfigError(
    `--${option}: ${sentence}. Say who is invited: npm run manager:invite -- --email a@b.c --first A --last B --role admin`,
  )
}

await runCommand(parseInvitation, async (manager, { config, database, keyring, clock }) => {
  const { token } = await database.db.transaction(async tx => {
    const now = clock()
    const made = await createInvitation(tx, keyring, { ...manager, invitedBy: null, now })
    await recordSystemAudit(tx, keyring, 'manager_invited', { objectId: made.managerId }, now)
    return made
  })
  console.log(
    `${manager.firstName} ${manager.lastName} joins with this link, once, within ${INVITATION_HOURS} hours:`,
  )
  console.log(invitationLink(config.publicUrl, token))
})
