/** Events about clients for the operator's own systems: ids, times and codes, no personal data. */
const catalogue = {
  'client.registered': 'A client created an account',
  'identity.confirmed': 'A client’s identity was confirmed',
  'agreement.signed': 'A client signed the agreement on services',
  'agreement.cancelled': 'A client cancelled the agreement on services',
  'report.imported': 'A credit report was stored',
  'letter.mailed': 'The mail provider took a letter',
  'letter.delivered': 'A letter was delivered',
  'letter.returned': 'A letter came back',
  'dispute.created': 'A dispute was created',
  'outcome.recorded': 'An answer to a dispute was recorded',
  'client.erased': 'A client’s account was erased',
} as const satisfies Record<string, string>

export type OutgoingEventType = keyof typeof catalogue

export const outgoingEventTypes = Object.keys(catalogue).filter(
  (type): type is OutgoingEventType => type in catalogue,
)

export const outgoingEventLabel = (type: OutgoingEventType): string => catalogue[type]

/** The subject of an event, in addition to the client. */
export type EventIds = { reportId?: string; disputeId?: string; letterId?: string }

export type OutgoingEvent = { type: OutgoingEventType; clientId: string; at: Date } & EventIds
