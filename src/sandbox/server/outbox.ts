import { desc, inArray, lt } from 'drizzle-orm'
import { z } from 'zod'
import { retention } from '#api/retention.ts'
import type { Clock } from '#platform/clock.ts'
import type { Cipher } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import type { PersonalDataSource } from '#platform/personal-data-source.ts'
import { daysBefore } from '#values/dates.ts'
import type { OutboxItem } from '../contract.ts'
import type { Outbox } from '../providers/outbox.ts'
import { outboxItems } from './tables.ts'

/** The most items shown. */
export const OUTBOX_LIMIT = 200

const Content = z.object({ to: z.string(), subject: z.string(), body: z.string() })

const placeOf = (row: string) => ({ table: 'outbox_items', column: 'content', row })

/** The outbox that sandbox adapters write to. */
export const createOutbox = (db: Database, cipher: Cipher, clock: Clock): Outbox => ({
  put: async ({ channel, to, subject, body, userId = null }) => {
    const id = newId()
    const content = cipher.encrypt(placeOf(id), JSON.stringify({ to, subject, body }))
    await db.insert(outboxItems).values({ id, channel, userId, content, createdAt: clock() })
  },
})

/** The last two hundred sent items, newest first. */
export const listOutbox = async (db: Database, cipher: Cipher): Promise<OutboxItem[]> => {
  const rows = await db
    .select()
    .from(outboxItems)
    .orderBy(desc(outboxItems.createdAt), desc(outboxItems.id))
    .limit(OUTBOX_LIMIT)
  return rows.map(({ id, channel, content, createdAt }) => ({
    id,
    channel,
    ...Content.parse(JSON.parse(cipher.decrypt(placeOf(id), content))),
    createdAt: createdAt.toISOString(),
  }))
}

/** The recipients of all sent items. */
const listRecipients = async (db: Database, cipher: Cipher): Promise<{ id: string; to: string }[]> => {
  const rows = await db.select({ id: outboxItems.id, content: outboxItems.content }).from(outboxItems)
  return rows.map(({ id, content }) => ({
    id,
    to: Content.parse(JSON.parse(cipher.decrypt(placeOf(id), content))).to,
  }))
}

/** Deletes what was sent a month ago. */
export const cleanUpOutbox: CleanupTask = async (db, now) => {
  await db
    .delete(outboxItems)
    .where(lt(outboxItems.createdAt, daysBefore(now, retention.sandboxOutbox.usual)))
}

/** What the sandbox "sent": not product data, but erased with the user it was sent to. */
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
