import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/telemetry/log.ts'
import {
  type CreditData,
  type DocumentPart,
  type StoragePolicy,
  storeEverything,
} from '#providers/credit-data/port.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { registerConsentingUser } from '#test/support/people/consenting-user.ts'
import { unpackReport } from './packed-report.ts'
import { createPullJob } from './pull-job.ts'
import { findCurrentPackedReport } from './store.ts'
import { reportPulls, reports } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const part = (bureau: DocumentPart['bureau'], name: string, keep: DocumentPart['keep'] = 'document') => ({
  bureau,
  bytes: new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url))),
  keep,
})
const all = [
  part('TransUnion', 'ada.transunion.xml'),
  part('Experian', 'ada.experian.json'),
  part('Equifax', 'ada.equifax.json'),
]
const KeptParts = z.object({ parts: z.array(z.object({ bureau: z.string(), document: z.string() })) })
const keptParts = ([document = '']: readonly string[]) => KeptParts.parse(JSON.parse(document)).parts
const bytes = (text: string) => new TextEncoder().encode(text)

const currentReport = async (userId: string) => {
  const current = await findCurrentPackedReport(app.database.db, app.keyring, userId)
  return current && unpackReport(current.content)
}

/** Pulls these parts for a new user; returns how the pull ended and what was stored. */
const pullParts = async (parts: readonly DocumentPart[], storagePolicy: StoragePolicy = storeEverything) => {
  const as = await registerConsentingUser(app, '2041')
  const { userId } = as
  const { db } = app.database
  const mine = eq(reportPulls.userId, userId)
  const [open] = await db.select().from(reportPulls).where(mine).orderBy(desc(reportPulls.requestedAt))
  if (!open) throw new Error('the user has no pull')
  const creditData: CreditData = {
    sandbox: false,
    order: null,
    steps: null,
    pull: async () => ({ kind: 'parts', parts }),
  }
  const { reportBounds } = readConfig({})
  const { enqueue } = app.app.jobs
  const onPullAccepted = async () => undefined
  const deps = {
    db,
    keyring: app.keyring,
    creditData,
    enqueue,
    onReport: [],
    onPullAccepted,
    reportBounds,
    storagePolicy,
  }
  const log = createLog('info', { write: () => undefined })
  await createPullJob(deps).run({ pullId: open.id, triesBefore: '0' }, { now: app.now(), log })
  const [ended] = await db.select().from(reportPulls).where(mine)
  const rows = await db.select().from(reports).where(eq(reports.userId, userId))
  const report = await currentReport(userId)
  const cipher = await app.keyring.cipherForUser(db, userId)
  const documents = rows.map(({ id, document }) =>
    gunzipSync(cipher.decryptBytes({ table: 'reports', column: 'document', row: id }, document)).toString(),
  )
  return { as, state: ended?.state, message: ended?.message, report, documents }
}

describe('a response in parts', () => {
  it('becomes one report of three bureaus, and keeps each document', async () => {
    const { state, report, documents } = await pullParts(all)
    expect(state).toBe('received')
    expect(report?.files.map(({ bureau }) => bureau)).toEqual(['TransUnion', 'Experian', 'Equifax'])
    const parts = keptParts(documents)
    expect(parts.map(({ bureau }) => bureau)).toEqual(['TransUnion', 'Experian', 'Equifax'])
    expect(Buffer.from(parts[1]?.document ?? '', 'base64')).toEqual(Buffer.from(all[1]?.bytes ?? []))
  })

  it('cannot be removed, since the user did not import it', async () => {
    const { as, report } = await pullParts(all)
    const id = report?.parts?.[0]?.arrival?.reportId
    const refused = await app.send('DELETE', `/credit/reports/${id}`, { as })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'conflict' }])
    expect(await currentReport(as.userId)).toEqual(report)
  })

  it('lists a bureau whose part is unreadable or has no file, and shows the others', async () => {
    const [tu] = all
    if (!tu) throw new Error('no part')
    const broken = { bureau: 'Experian', bytes: bytes('{"nothing":'), keep: 'document' } as const
    const { state, report } = await pullParts([tu, broken])
    expect(state).toBe('received')
    expect(report?.files).toContainEqual({ bureau: 'Experian', status: 'error', text: null })
  })

  it('without a readable part fails and stores nothing', async () => {
    const broken = { bureau: 'Experian', bytes: bytes('{"nothing":'), keep: 'document' } as const
    expect(await pullParts([broken])).toMatchObject({ state: 'failed', documents: [] })
  })

  it('with another person’s part stores nothing', async () => {
    const [tu, exp] = all
    if (!tu || !exp) throw new Error('no part')
    const text = new TextDecoder().decode(exp.bytes).replaceAll(/666-?10-?2041/g, '666109999')
    const { state, message, documents } = await pullParts([tu, { ...exp, bytes: bytes(text) }])
    expect({ state, documents }).toEqual({ state: 'failed', documents: [] })
    expect(message).toContain('does not fit your name')
  })
})

describe('the storage class of a bureau', () => {
  it('"facts" keeps its rows and no document', async () => {
    const { report, documents } = await pullParts(all, { ...storeEverything, Experian: 'facts' })
    expect(report?.accounts.some(({ bureau }) => bureau === 'Experian')).toBe(true)
    expect(keptParts(documents).map(({ bureau }) => bureau)).toEqual(['TransUnion', 'Equifax'])
  })

  it('"nothing" keeps neither, and its part is not read, even if it is another person’s', async () => {
    const [tu, , efx] = all
    if (!tu || !efx) throw new Error('no part')
    const others = new TextDecoder().decode(tu.bytes).replaceAll(/666-?10-?2041/g, '666109999')
    const { state, report, documents } = await pullParts([{ ...tu, bytes: bytes(others) }, efx], {
      ...storeEverything,
      TransUnion: 'nothing',
    })
    expect(state).toBe('received')
    const { warnings, ...rows } = report ?? { warnings: [] }
    expect(JSON.stringify(rows)).not.toContain('TransUnion')
    expect(warnings.map(({ code }) => code)).toContain('not_stored')
    expect(documents[0]).not.toContain('TransUnion')
  })

  it('is that of the source if that is stricter', async () => {
    const stored = await pullParts([part('Equifax', 'ada.equifax.json', 'facts')])
    expect(stored).toMatchObject({ state: 'received', documents: [''] })
    expect(await pullParts([part('Equifax', 'ada.equifax.json', 'nothing')])).toMatchObject({
      state: 'failed',
      documents: [],
    })
  })
})
