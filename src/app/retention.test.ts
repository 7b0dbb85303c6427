import { createHash } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  OPEN_DISPUTE_DAYS,
  type RetentionPeriods,
  retentionCutoff,
  SHOWN_REPORTS,
  usualRetention,
} from '#api/retention.ts'
import { alerts } from '#features/alerts/server/tables.ts'
import {
  disputeEnclosures,
  disputeItems,
  disputeLetters,
  disputeOutcomes,
  disputes,
} from '#features/disputes/server/tables.ts'
import { documents, storedFiles } from '#features/documents/server/tables.ts'
import { sessions } from '#features/identity/server/tables.ts'
import { mailEvents, mailJobs } from '#features/mailing/server/tables.ts'
import { reports } from '#features/reports/server/tables.ts'
import { impersonations } from '#features/staff/server/tables.ts'
import { auditEvents, disposals, emails } from '#platform/db/tables.ts'
import { newId } from '#platform/ids.ts'
import { type Disposal, disposeExpired } from '#platform/jobs/disposal.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { dayIn, daysBefore } from '#values/dates.ts'

/** The nightly disposal deletes everything past its period, except what is held. */

const TIME_ZONE = 'America/New_York'
/** The shortest periods an operator may set. */
const shortest: RetentionPeriods = {
  ...usualRetention,
  reports: 24,
  disputes: 60,
  documents: 12,
  alerts: 6,
  mailings: 60,
}

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const log = createLog('error', { write: () => undefined })
const runWith = (all: readonly Disposal[], periods = shortest, most?: number) =>
  disposeExpired(
    { db: app.database.db, disposals: all, periods, timeZone: TIME_ZONE },
    { now: app.now(), log },
    most,
  )
const run = (periods = shortest, most?: number) => runWith(app.app.disposals, periods, most)
const counted = async () => {
  const rows = await app.database.db.select().from(disposals)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

const bytes = Buffer.from('encrypted')
const submitted = { phase: 'submitted', askAt: false } as const
const mailed = [
  null,
  submitted,
  { phase: 'submitted', askAt: true },
  { phase: 'requested', askAt: false },
  { phase: 'unknown', askAt: false },
  { phase: 'needs_operator', askAt: false },
  { phase: 'rejected', askAt: false },
] as const

/** Ages in days around every existing period. */
const age = fc.oneof(
  fc.constantFrom(0, 29, 31, 170, 190, 370, 729, 740, 1_820, 1_830, 2_550, 2_560),
  fc.nat(3_000),
)
const world = fc.record({
  reports: fc.uniqueArray(fc.oneof(age, fc.nat(900)), { minLength: 5, maxLength: 11 }),
  alerts: fc.array(age, { maxLength: 3 }),
  emails: fc.array(fc.record({ age, queued: fc.boolean() }), { maxLength: 3 }),
  sessions: fc.array(age, { maxLength: 3 }),
  views: fc.array(fc.record({ age, open: fc.boolean() }), { maxLength: 3 }),
  documents: fc.array(age, { minLength: 1, maxLength: 3 }),
  orphans: fc.array(fc.record({ age, mail: fc.constantFrom(...mailed.slice(1)) }), { maxLength: 3 }),
  disputes: fc.array(
    fc.record({
      age,
      /** Days after the dispute was created. */
      answeredAfter: fc.option(fc.nat(400)),
      mail: fc.constantFrom(...mailed),
      report: fc.nat(8),
      document: fc.nat(2),
      follows: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
})

/** Inserts a world into the account of a user who signs in today, and states for each row whether it must stay. */
const plant = async (userId: string, given: World) => {
  const { db } = app.database
  const now = app.now()
  const ago = (days: number) => daysBefore(now, days)
  const isYoung = (unit: 'days' | 'months', period: number, days: number) =>
    ago(days) >= retentionCutoff(unit, period, now)
  const must = new Map<string, boolean>()
  const stays = (id: string, whether: boolean) => {
    must.set(id, whether)
    return id
  }

  const own = given.disputes.map((dispute, place) => {
    const answeredOn =
      dispute.answeredAfter === null ? null : Math.max(0, dispute.age - dispute.answeredAfter)
    const last = Math.min(dispute.age, answeredOn ?? dispute.age)
    const live =
      dispute.mail !== null &&
      (dispute.mail.askAt || ['requested', 'unknown', 'needs_operator'].includes(dispute.mail.phase))
    const open = live || (last <= OPEN_DISPUTE_DAYS && answeredOn === null)
    return {
      ...dispute,
      id: newId(),
      place,
      answeredOn,
      open,
      expired: !isYoung('months', 60, last) && !open,
    }
  })
  const kept = (place: number): boolean => {
    const one = own[place]
    if (one === undefined) return false
    return !one.expired || (own[place + 1]?.follows === true && kept(place + 1))
  }

  const reportAges = given.reports.toSorted((a, b) => a - b)
  const reportIds = reportAges.map(() => newId())
  for (const [place, days] of reportAges.entries()) {
    const needed = own.some(({ open, report }) => open && report === place)
    const id = stays(
      reportIds[place] ?? '',
      place + 1 < SHOWN_REPORTS || needed || isYoung('months', 24, days),
    )
    await db.insert(reports).values({
      id,
      userId,
      origin: 'import',
      receivedAt: ago(days),
      content: bytes,
      summary: bytes,
      document: bytes,
    })
  }
  // The newest report.
  const alertReport = newId()
  await db.insert(reports).values({
    id: alertReport,
    userId,
    origin: 'import',
    receivedAt: now,
    content: bytes,
    summary: bytes,
    document: bytes,
  })
  for (const [place, days] of given.alerts.entries())
    await db.insert(alerts).values({
      id: stays(newId(), isYoung('months', 6, days)),
      userId,
      reportId: alertReport,
      place,
      content: bytes,
      createdAt: ago(days),
    })
  for (const { age: days, queued } of given.emails)
    await db.insert(emails).values({
      id: stays(newId(), queued || isYoung('months', 24, days)),
      userId,
      kind: 'x',
      content: bytes,
      state: queued ? 'queued' : 'sent',
      attempts: 0,
      createdAt: ago(days),
    })
  for (const days of given.sessions)
    await db.insert(sessions).values({
      id: stays(newId(), isYoung('days', 30, days)),
      kind: 'user',
      userId,
      device: 'x',
      secret: bytes,
      generation: 0,
      rotatedAt: ago(days),
      createdAt: ago(days),
      lastSeenAt: ago(days),
      expiresAt: ago(days),
      proof: 'code',
    })
  for (const { age: days, open } of given.views)
    await db.insert(impersonations).values({
      id: stays(newId(), open || isYoung('months', 84, days)),
      managerId: newId(),
      managerSessionId: newId(),
      userId,
      scope: 'read',
      content: bytes,
      startedAt: ago(days),
      expiresAt: ago(days),
      endedAt: open ? null : ago(days),
    })
  const documentIds = given.documents.map(() => newId())
  for (const [place, days] of given.documents.entries()) {
    const needed = own.some(({ open, document }) => open && document === place)
    const id = stays(documentIds[place] ?? '', needed || isYoung('months', 12, days))
    await db.insert(storedFiles).values({ key: id, createdAt: now })
    await db.insert(documents).values({
      id,
      userId,
      nameMac: createHash('sha256').update(id).digest(),
      name: bytes,
      kind: 'other',
      version: 1,
      fileSize: 1,
      fileKey: id,
      thumbnail: bytes,
      createdAt: ago(days),
    })
  }
  const addMailing = async (
    letterId: string,
    days: number,
    of: string | null,
    mail: NonNullable<(typeof mailed)[number]>,
  ) => {
    const id = newId()
    await db.insert(mailJobs).values({
      id,
      letterId,
      generation: 1,
      userId: of,
      certified: false,
      provider: 'x',
      content: bytes,
      requestedAt: ago(days),
      phase: mail.phase,
      since: ago(days),
      dueAt: ago(days),
      keyGeneration: 0,
      firstAttemptAt: mail.phase === 'requested' ? null : ago(days),
      ambiguous: false,
      ambiguousAttempts: 0,
      lookedUp: false,
      emptyLookups: 0,
      consecutiveFailures: 0,
      submittedAt: mail.phase === 'submitted' ? ago(days) : null,
      askAt: mail.askAt ? now : null,
    })
    return id
  }
  for (const { age: days, mail } of given.orphans) {
    if (mail === null) continue
    const live = mail.askAt || ['requested', 'unknown', 'needs_operator'].includes(mail.phase)
    const id = await addMailing(newId(), days, null, mail)
    stays(id, live || isYoung('months', 60, days))
    await db
      .insert(mailEvents)
      .values({ id: `event ${id}`, mailJobId: id, event: 'mailed', at: now, seenAt: now })
  }
  for (const one of own) {
    const { id, place, age: days, answeredOn, mail } = one
    stays(id, kept(place))
    const followsId = one.follows ? (own[place - 1]?.id ?? null) : null
    await db.insert(disputes).values({
      id,
      userId,
      type: 'account',
      reportId: reportIds[one.report] ?? null,
      title: bytes,
      followsId,
      createdAt: ago(days),
    })
    const [itemId, letterId] = [newId(), newId()]
    await db
      .insert(disputeItems)
      .values({ id: itemId, disputeId: id, bureaus: ['TransUnion'], content: bytes })
    await db
      .insert(disputeLetters)
      .values({ id: letterId, disputeId: id, bureau: 'TransUnion', content: bytes })
    const documentId = documentIds[one.document]
    if (documentId !== undefined)
      await db.insert(disputeEnclosures).values({
        id: newId(),
        disputeId: id,
        place: 1,
        documentId,
        fileKey: documentId,
        kind: 'other',
        name: bytes,
      })
    if (answeredOn !== null)
      await db.insert(disputeOutcomes).values({
        itemId,
        bureau: 'TransUnion',
        outcome: 'verified',
        answeredOn: '2020-01-01',
        notedAt: ago(answeredOn),
      })
    if (mail !== null) await addMailing(letterId, days, userId, mail)
  }
  return must
}
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never

const everyId = async (): Promise<ReadonlySet<string>> => {
  const { rows } = await app.database.db.execute<{ id: string }>(sql`
    select id from reports union all select id from alerts union all select id from emails union all select id from sessions
    union all select id from openings union all select id from documents union all select id from disputes
    union all select id from mail_jobs`)
  return new Set(rows.map(({ id }) => id))
}

/** Each hold separately: a letter in progress, an answer that is due, and an old dispute without either. */
const holds: World = {
  reports: [0, 29, 31, 170, 190, 370, 740, 1_820, 2_550],
  alerts: [29, 190],
  emails: [
    { age: 740, queued: true },
    { age: 740, queued: false },
  ],
  sessions: [29, 31],
  views: [{ age: 2_560, open: false }],
  documents: [2_550, 740, 29],
  orphans: [{ age: 2_560, mail: submitted }],
  disputes: [
    { age: 2_560, answeredAfter: null, mail: mailed[5], report: 8, document: 0, follows: false },
    { age: 29, answeredAfter: null, mail: submitted, report: 7, document: 1, follows: false },
    { age: 2_560, answeredAfter: 31, mail: submitted, report: 6, document: 2, follows: false },
  ],
}

describe('the nightly disposal', () => {
  it('deletes what is past its period, and keeps what is held, young or in use, for any data', async () => {
    const { userId } = await app.register()
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 1, max: 5 }), async (given, most) => {
        const must = await plant(userId, given)
        await run(shortest, most)
        const there = await everyId()
        expect(Object.fromEntries([...must.keys()].map(id => [id, there.has(id)]))).toEqual(
          Object.fromEntries(must),
        )
        const { db } = app.database
        for (const table of [mailJobs, disputes, documents, storedFiles, reports, emails, impersonations])
          await db.delete(table)
        await db.delete(sessions).where(eq(sessions.userId, userId))
      }),
      { numRuns: 12, examples: [[holds, 2]] },
    )
  })

  it('counts what it deleted, by kind and night, and finds nothing more the second time', async () => {
    const { userId } = await app.register()
    const { db } = app.database
    await db.delete(disposals)
    const old = daysBefore(app.now(), 800)
    const row = () => ({
      id: newId(),
      userId,
      kind: 'x',
      content: bytes,
      state: 'sent' as const,
      attempts: 1,
      createdAt: old,
    })
    await db.insert(emails).values(Array.from({ length: 7 }, row))
    await run(usualRetention, 3)
    await run(usualRetention, 3)
    const rows = await db.select().from(disposals)
    expect(rows).toEqual([{ day: dayIn(TIME_ZONE, app.now()), kind: 'emails', count: 7 }])
  })

  it('resumes after an interruption, and a failing kind does not block others', async () => {
    const { userId } = await app.register()
    const { db } = app.database
    await db.delete(disposals)
    const old = daysBefore(app.now(), 800)
    const mails = Array.from({ length: 5 }, () => ({ id: newId(), userId, kind: 'x', content: bytes }))
    await db
      .insert(emails)
      .values(mails.map(mail => ({ ...mail, state: 'failed' as const, attempts: 1, createdAt: old })))
    const failing: Disposal = {
      kind: 'reports',
      dispose: async () => {
        throw new Error('a disk is full')
      },
    }
    let batches = 0
    const cutOff = app.app.disposals.map(one => ({
      ...one,
      dispose: async (...given: Parameters<Disposal['dispose']>) => {
        const count = await one.dispose(...given)
        batches += count > 0 ? 1 : 0
        if (batches === 2) throw new Error('the server ends')
        return count
      },
    }))
    await expect(runWith([failing, ...cutOff], shortest, 2)).rejects.toThrow('not everything was disposed of')
    expect(await counted()).toEqual({ emails: 2 })
    await run(shortest, 2)
    expect(await counted()).toEqual({ emails: 5 })
    expect(await db.select().from(emails).where(eq(emails.userId, userId))).toEqual([])
  })

  it('deletes audit rows past their period, and no others', async () => {
    const { db } = app.database
    const insert = (keptUntil: string) =>
      db.execute<{ id: string }>(sql`
        insert into audit_events (id, at, act, outcome, actor, address_prefix, request_id, kept_until)
        values (${newId()}, now() - interval '9 years', 'denied', 'done', 'anyone', '', ${newId()}, ${sql.raw(keptUntil)})
        returning id`)
    const [over, not] = [await insert("now() - interval '1 day'"), await insert("now() + interval '1 day'")]
    await run()
    const ids = [over, not].map(({ rows }) => rows[0]?.id ?? '')
    const left = await db.select({ id: auditEvents.id }).from(auditEvents).where(inArray(auditEvents.id, ids))
    expect(left.map(({ id }) => id)).toEqual(ids.slice(1))
  })
})
