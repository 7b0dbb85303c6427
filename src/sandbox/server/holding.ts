import { inArray } from 'drizzle-orm'
import type { PersonalDataSource } from '#platform/personal-data-source.ts'
import { listRecipients } from './store.ts'
import { outboxItems } from './tables.ts'

/** What the sandbox "sent": nothing that the product holds, but it goes with the person it went to. */
export const outboxPersonalData: PersonalDataSource = {
  name: 'outbox',
  erase: async (tx, { system }, { phoneNumber, email }) => {
    const own = (await listRecipients(tx, system)).filter(({ to }) => to === phoneNumber || to === email)
    if (own.length === 0) return
    await tx.delete(outboxItems).where(
      inArray(
        outboxItems.id,
        own.map(({ id }) => id),
      ),
    )
  },
}
