import type { Portal, Tickets } from '#providers/portal/port.ts'

/** Leads to our own page; the ticket stands behind the #, which no browser sends to a server or writes to its log. */
export const sandboxPortal = (tickets: Tickets, origin: string): Portal => ({
  sandbox: true,
  linkFor: async asked => ({
    link: `${origin}/sandbox/portal#${await tickets.issue(asked)}`,
    message: 'Sandbox: a page of ours opens in place of the monitoring company.',
  }),
})
