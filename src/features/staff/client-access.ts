import type { ManagerRole } from '#api/endpoint.ts'

/** Who may see, open and take a client: functions of the operator's policy, the manager and who is responsible. */

/** Whose accounts agents see and open. Leads and admins see all; auditors see the list and open none. */
export type AgentPolicy = { agentsServe: 'all' | 'own' }

export type ActingManager = { managerId: string; role: ManagerRole }

/** The reader of a list: a system with an API key sees what an auditor sees, and is responsible for no client. */
export const readerOf = (caller: ActingManager | { kind: 'key'; keyId: string }): ActingManager =>
  'keyId' in caller ? { managerId: caller.keyId, role: 'auditor' } : caller

/**
 * What a manager may do with a client. `serve`: page, notes, tasks and the account. `take`: the client is unassigned, so
 * an agent sees the client and may take them. `emergency`: another manager is responsible; only the account can be opened,
 * with a reason and a notice to leads and admins. `list`: only visible in lists.
 */
export const clientAccess = (
  { agentsServe }: AgentPolicy,
  { managerId, role }: ActingManager,
  responsibleManagerId: string | null,
): 'serve' | 'take' | 'emergency' | 'list' => {
  if (role === 'auditor') return 'list'
  if (role !== 'agent' || agentsServe === 'all' || responsibleManagerId === managerId) return 'serve'
  return responsibleManagerId === null ? 'take' : 'emergency'
}

/** Whether lists show this manager only their own and unassigned clients. */
export const isLimitedToOwn = (
  { agentsServe }: AgentPolicy,
  { role }: Pick<ActingManager, 'role'>,
): boolean => role === 'agent' && agentsServe === 'own'

/** Why a manager may not reassign a client from `from` to `to`; null when they may. */
export const assignmentRefusal = (
  { managerId, role }: ActingManager,
  from: string | null,
  to: string | null,
): string | null => {
  if (role === 'lead' || role === 'admin') return null
  if (role === 'auditor') return 'An auditor is responsible for no client.'
  if (to !== managerId) return 'Only a lead or an admin gives a client to another manager.'
  return from === null || from === managerId
    ? null
    : 'Only a lead or an admin takes a client from another manager.'
}
