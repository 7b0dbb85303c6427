import type { OutgoingEvent } from '#api/outgoing-events.ts'
import type { Database } from './db/database.ts'

/** Writes down, in the transaction of what happened, that the operator's own systems are told of it. */
export type EmitEvent = (tx: Database, event: OutgoingEvent) => Promise<void>
