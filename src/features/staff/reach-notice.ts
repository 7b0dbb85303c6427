/** So many different clients within an hour, and each time as many more, are told to leads and admins. */
export const UNUSUAL_CLIENT_COUNT = 10

/** What a manager did: opened the accounts of different clients, some without a reason, or read the list on and on. */
export type UnusualAccess = { kind: 'opened'; clients: number; withoutReason: number } | { kind: 'listed' }

const said = (reach: UnusualAccess): string => {
  if (reach.kind === 'listed') return 'read on in the list of clients until it was refused'
  const { clients, withoutReason } = reach
  return `opened the accounts of ${clients} clients within an hour, ${withoutReason === 0 ? 'each with a reason' : `${withoutReason} of them without a reason`}`
}

/** The e-mail to leads and admins about a manager who reaches further than one client's work needs. Names no client. */
export const unusualAccessAlert = (
  managerName: string,
  reach: UnusualAccess,
  staff: string,
): { subject: string; text: string } => ({
  subject: 'A manager reached many clients',
  text: [
    `${managerName} ${said(reach)}.`,
    '',
    'The audit trail names each reading, and each client whose account was opened is told.',
    `If you did not expect it, ask. An admin ends every session of a manager by disabling them: ${staff}`,
  ].join('\n'),
})
