import type { ManagerRole } from '#api/endpoint.ts'

/** What each role may do besides reading lists; the server enforces this independently. */
const may = {
  agent: { serve: true, approve: false, readStaff: false, changeStaff: false, readCosts: false },
  lead: { serve: true, approve: true, readStaff: false, changeStaff: false, readCosts: true },
  admin: { serve: true, approve: true, readStaff: true, changeStaff: true, readCosts: true },
  auditor: { serve: false, approve: false, readStaff: true, changeStaff: false, readCosts: true },
} as const satisfies Record<
  ManagerRole,
  { serve: boolean; approve: boolean; readStaff: boolean; changeStaff: boolean; readCosts: boolean }
>

/** Open client accounts, switch their plan, create their verification link, update the tradelines. */
export const mayServe = (role: ManagerRole): boolean => may[role].serve

/** Approve rounds started by agents. */
export const mayApprove = (role: ManagerRole): boolean => may[role].approve

/** Read the list of staff and their roles. */
export const mayReadStaff = (role: ManagerRole): boolean => may[role].readStaff
/** Invite, disable and re-enable managers. */
export const mayChangeStaff = (role: ManagerRole): boolean => may[role].changeStaff

/** Read what pulls, letters and texts cost. */
export const mayReadCosts = (role: ManagerRole): boolean => may[role].readCosts

/** Display names of roles. */
export const roleNames = {
  agent: 'Agent',
  lead: 'Lead',
  admin: 'Admin',
  auditor: 'Auditor',
} as const satisfies Record<ManagerRole, string>

/** What a role is for. */
export const roleHints = {
  agent: 'Helps clients in their accounts',
  lead: 'Helps clients and leads agents',
  admin: 'Also invites and disables managers',
  auditor: 'Reads lists, opens no account',
} as const satisfies Record<ManagerRole, string>
