import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { openKeyring } from '#platform/boot.ts'
import { migrateDatabase } from '#platform/db/database.ts'
import { userKeys } from '#platform/db/tables.ts'
import { newId } from '#platform/ids.ts'
import { testLettersPort } from '#providers/letters/port.suite.ts'
import { openOwnDatabase } from '#test/support/own-database.ts'
import { createSandboxMailProvider, moveByHand } from './post-office.ts'

describe('the sandbox post office', () => {
  testLettersPort(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairfile-post-'))
    const { database, drop } = await openOwnDatabase()
    await migrateDatabase(database)
    const { db } = database
    const { system: cipher } = await openKeyring(db, join(folder, 'keyring.json'))
    const userId = newId()
    await db.insert(userKeys).values({ userId, wrapped: Buffer.alloc(1) })
    let at = Date.parse('2026-03-02T15:00:00Z')
    const clock = () => new Date(at)
    const post = createSandboxMailProvider({
      db,
      cipher,
      clock,
      enqueue: async () => undefined,
      timeZone: 'America/New_York',
    })
    return {
      post,
      userId,
      now: clock,
      pass: milliseconds => {
        at += milliseconds
      },
      printed: async mailJobId =>
        (await post.find(mailJobId, new Date(0))).filter(({ cancelled }) => !cancelled).length,
      move: async (providerId, event) => {
        await moveByHand({ db, cipher, onNotice: async () => undefined }, providerId, event, clock())
      },
      close: async () => {
        await drop()
        rmSync(folder, { recursive: true })
      },
    }
  })
})
