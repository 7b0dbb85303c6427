import { eq } from 'drizzle-orm'
import type { TargetCalls } from '#features/integrations/server/deliver.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { newId } from '#platform/ids.ts'
import { type FakeLob, fakeLobKey, openFakeLob } from '../../fakes/fake-lob.ts'
import { fakeLobSecret } from '../../fakes/fake-lob-letters.ts'
import { openApp, type TestApp } from '../app.ts'

/** The application in process with the fake provider, both on the test's clock. */
export type MailApp = {
  app: TestApp
  lob: FakeLob
  userId: string
  /** Requests a letter and processes it immediately; null if it was requested before. */
  mail: (letterId?: string, generation?: number) => Promise<string | null>
  row: (mailJobId: string) => Promise<typeof mailJobs.$inferSelect>
  /** Advances the clock and processes what is due. */
  pass: (milliseconds: number) => Promise<void>
  /** Polls the letters that are due. */
  ask: () => Promise<void>
  close: () => Promise<void>
}

const home = { name: 'Maya Brooks', line1: '2210 Mission Oak Drive', line2: null }
const from = { ...home, city: 'Pasadena', state: 'CA', zip: '91106' }
const to = { ...from, name: 'A Bureau' }

/** `demo` adds the demo people with their sandbox reports. */
export const openMailApp = async (
  env: Record<string, string> = {},
  {
    demo = false,
    openedAt = new Date(),
    targetCalls,
  }: { demo?: boolean; openedAt?: Date; targetCalls?: TargetCalls } = {},
): Promise<MailApp> => {
  let now = () => openedAt
  const lob = await openFakeLob({ clock: () => now() })
  const settings = { LOB_API_KEY: fakeLobKey, LOB_WEBHOOK_SECRET: fakeLobSecret, LOB_BASE_URL: lob.url }
  const app = await openApp({
    demo,
    openedAt,
    env: { ...settings, ...env },
    ...(targetCalls && { targetCalls }),
  })
  now = app.now
  const { userId } = await app.register()
  const { db } = app.database
  const { mailer } = app.app
  return {
    app,
    lob,
    userId,
    mail: async (letterId = newId(), generation = 1) => {
      const pdf = Buffer.from(`%PDF-1.7 ${letterId}`)
      const mailing = {
        letterId,
        userId,
        generation,
        to,
        from,
        pdf,
        certified: false,
        returnReceipt: false,
        reason: null,
      }
      const id = await db.transaction(tx => mailer.request(tx, mailing, app.now()))
      if (id !== null) await mailer.begin([id])
      return id
    },
    row: async mailJobId => {
      const [row] = await db.select().from(mailJobs).where(eq(mailJobs.id, mailJobId))
      if (!row) throw new Error('there is no such mailing')
      return row
    },
    pass: async milliseconds => {
      app.pass(milliseconds)
      await mailer.reconcile()
    },
    ask: () => mailer.pollLetters(),
    close: async () => {
      await app.close()
      await lob.close()
    },
  }
}
