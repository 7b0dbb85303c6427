import type { ManagerRole } from '#api/endpoint.ts'

/** What each role may do besides reading lists; the server refuses the rest by itself. */
const may = {
  agent: { serve: true, approve: false, readStaff: false, changeStaff: false, readCosts: false },
  lead: { serve: true, approve: true, readStaff: false, changeStaff: false, readCosts: true },
  admin: { serve: true, approve: true, readStaff: true, changeStaff: true, readCosts: true },
  auditor: { serve: false, approve: false, readStaff: true, changeStaff: false, readCosts: true },
} as const satisfies Record<
  ManagerRole,
  { serve: boolean; approve: boolean; readStaff: boolean; changeStaff: boolean; readCosts: boolean }
>

/** Open client accounts, switch their plan, make their verification link, bring the tradelines up to date. */
export const mayServe = (role: ManagerRole): boolean => may[role].serve

/** Approve the rounds that agents begin. */
export const mayApprove = (role: ManagerRole): boolean => may[role].approve

/** Read who is on the staff, and as what. */
export const mayReadStaff = (role: ManagerRole): boolean => may[role].readStaff
/** Invite managers, disable them, let them in again. */
export const mayChangeStaff = (role: ManagerRole): boolean => may[role].changeStaff

/** Read what pulls, letters and texts cost. */
export const mayReadCosts = (role: ManagerRole): boolean => may[role].readCosts

/** What a role is called. */
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
