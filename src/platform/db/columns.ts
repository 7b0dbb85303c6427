import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes, as `bytea`; the type of every encrypted column. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** An instant, UTC, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
