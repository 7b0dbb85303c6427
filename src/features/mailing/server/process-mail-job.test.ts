import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SendResult } from '#providers/letters/port.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { deriveMailJobId } from './mail-requests.ts'
import { addRecentCall, isFailingSteadily, isProviderFailure, type RecentCalls } from './process-mail-job.ts'
import { mailJobs } from './tables.ts'

const start = Date.parse('2026-03-02T12:00:00Z')

/** Results of calls one second apart: `x` failed, `.` did not. */
const recentCalls = (calls: string, everyMs = 1_000): RecentCalls =>
  [...calls].reduce<RecentCalls>(
    (ends, call, place) =>
      addRecentCall(ends, { at: new Date(start + place * everyMs), failed: call === 'x' }),
    [],
  )

describe('a provider', () => {
  it.each<[string, string, boolean]>([
    ['that never failed', '....................', false],
    ['nine of whose last twenty letters failed', 'xxxxxxxxx...........', false],
    ['half of whose last twenty letters failed', 'x.x.x.x.x.x.x.x.x.x.', true],
    ['that fails from the first letter on', 'xxxxxxxxxx', true],
    ['that failed long ago by number', `xxxxxxxxxx${'.'.repeat(20)}`, false],
    ['that fails after many good letters', `${'.'.repeat(100)}xxxxxxxxxx`, true],
  ])('%s', (_name, calls, steadily) => {
    expect(isFailingSteadily(recentCalls(calls))).toBe(steadily)
  })

  it('is not judged by calls more than ten minutes ago', () => {
    expect(isFailingSteadily(recentCalls('xxxxxxxxxx', 60_000))).toBe(true)
    expect(isFailingSteadily(recentCalls('xxxxxxxxxx', 70_000))).toBe(false)
  })

  it.each<[SendResult['answer'], SendResult, boolean | null]>([
    [
      'accepted',
      { answer: 'accepted', providerId: 'l', expectedDelivery: null, trackingNumber: null },
      false,
    ],
    ['refused', { answer: 'refused', code: 'x', message: 'No.' }, false],
    ['unknown', { answer: 'unknown', code: 'x' }, true],
    ['not_sent', { answer: 'not_sent', code: 'x' }, true],
    ['hold', { answer: 'hold', code: 'x' }, null],
    ['busy', { answer: 'busy', retryAt: new Date(start) }, null],
  ])('that answers %s', (_name, sent, failed) => {
    expect(isProviderFailure(sent)).toBe(failed)
  })
})

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let mail: MailApp
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '1000,1000' })
})
afterAll(() => mail.close())
beforeEach(() => {
  mail.lob.faults.next = []
})

/** Requests a letter whose first calls fail; returns the job id. */
const mailed = async (...faults: MailApp['lob']['faults']['next']): Promise<string> => {
  mail.lob.faults.next = faults
  const id = await mail.mail()
  if (id === null) throw new Error('the letter was asked for before')
  return id
}
const printed = (id: string) =>
  mail.lob.ledger.filter(({ metadata, cancelled }) => metadata.mail_job_id === id && !cancelled)

describe('a letter', () => {
  it('is at the provider exactly once by the time the request returns', async () => {
    const id = await mailed()
    const [letter] = printed(id)
    expect(await mail.row(id)).toMatchObject({
      phase: 'submitted',
      providerId: letter?.id,
      leaseToken: null,
      deliveryStatus: 'submitted',
    })
    const { env = '', ...named } = letter?.metadata ?? {}
    expect(named).toEqual({ mail_job_id: id, generation: '1' })
    expect(env).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('requested again is the same letter', async () => {
    const letterId = '0192f0c1-0000-7000-8000-00000000aa01'
    expect(await mail.mail(letterId)).toBe(deriveMailJobId(letterId, 1))
    expect(await mail.mail(letterId)).toBeNull()
    expect(printed(deriveMailJobId(letterId, 1))).toHaveLength(1)
  })

  it('stores no personal data unencrypted in its row', async () => {
    const id = await mailed()
    const { rows } = await mail.app.database.db.execute<{ row: string }>(
      sql`select m::text as row from mail_jobs m where id = ${id}`,
    )
    expect(rows[0]?.row).not.toMatch(/Maya|Mission Oak|Pasadena|255044462d/)
  })

  it.each(['drops', 'fails'] as const)(
    'whose response is lost (%s) is found and not sent again',
    async kind => {
      const fault = kind === 'drops' ? { kind, done: true } : { kind, done: true, status: 500 }
      const id = await mailed(fault)
      expect(await mail.row(id)).toMatchObject({ phase: 'unknown', ambiguous: true })
      await mail.pass(30 * SECOND)
      expect((await mail.row(id)).phase).toBe('unknown')
      await mail.pass(31 * SECOND)
      expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: printed(id)[0]?.id })
      expect(printed(id)).toHaveLength(1)
      const sends = mail.lob.calls.filter(({ method, key }) => method === 'POST' && key?.includes(id))
      expect(sends).toHaveLength(1)
    },
  )

  it('that never arrived is sent again under the same key with the same bytes', async () => {
    const id = await mailed({ kind: 'drops', done: false })
    await mail.pass(61 * SECOND)
    await mail.pass(10 * SECOND)
    expect((await mail.row(id)).phase).toBe('submitted')
    const sends = mail.lob.calls.filter(({ method, key }) => method === 'POST' && key?.includes(id))
    expect(sends.map(({ key }) => key)).toEqual([`mj_${id}_g1`, `mj_${id}_g1`])
    expect(sends[0]?.body.equals(sends[1]?.body ?? Buffer.alloc(0))).toBe(true)
    expect(mail.lob.otherBytes).toEqual([])
  })

  it('that lists do not show yet is not mailed twice', async () => {
    mail.lob.faults.next = [{ kind: 'lags', ms: 10 * MINUTE }]
    const id = await mailed({ kind: 'lags', ms: 10 * MINUTE })
    await mail.app.database.db
      .update(mailJobs)
      .set({
        phase: 'unknown',
        ambiguous: true,
        ambiguousAttempts: 1,
        providerId: null,
        dueAt: mail.app.now(),
      })
      .where(eq(mailJobs.id, id))
    await mail.pass(SECOND)
    await mail.pass(MINUTE)
    expect((await mail.row(id)).phase).toBe('submitted')
    expect(printed(id)).toHaveLength(1)
  })

  it('that the provider refuses shows its message and is not retried', async () => {
    const id = await mailed({ kind: 'refuses', status: 422, code: 'invalid_file' })
    const { phase, refusalMessage } = await mail.row(id)
    expect([phase, refusalMessage]).toEqual(['rejected', expect.stringContaining('could not print')])
    await mail.pass(HOUR)
    expect(printed(id)).toEqual([])
  })

  it('whose stored bytes differ from those approved is never sent', async () => {
    const id = await mailed({ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' })
    await mail.app.database.db
      .update(mailJobs)
      .set({ pdfSha: Buffer.alloc(32) })
      .where(eq(mailJobs.id, id))
    await mail.pass(MINUTE)
    expect(await mail.row(id)).toMatchObject({ phase: 'needs_operator', problem: 'content_changed' })
    expect(printed(id)).toEqual([])
  })

  it('that two workers claim concurrently is sent by one of them', async () => {
    const id = await mailed({ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' })
    mail.app.pass(MINUTE)
    await Promise.all(Array.from({ length: 10 }, () => mail.app.app.mailer.begin([id])))
    const sends = mail.lob.calls.filter(({ method, key }) => method === 'POST' && key?.includes(id))
    expect(sends).toHaveLength(2)
  })
})

describe('a worker that died', () => {
  it('leaves a letter that the next worker looks up before sending', async () => {
    const id = await mailed()
    const letter = printed(id)[0]
    await mail.app.database.db
      .update(mailJobs)
      .set({
        phase: 'submitting',
        leaseToken: id,
        leaseUntil: new Date(mail.app.now().getTime() + 90 * SECOND),
        firstAttemptAt: mail.app.now(),
        providerId: null,
      })
      .where(eq(mailJobs.id, id))
    await mail.pass(89 * SECOND)
    expect((await mail.row(id)).phase).toBe('submitting')
    await mail.pass(62 * SECOND)
    await mail.pass(MINUTE)
    expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: letter?.id })
    expect(printed(id)).toHaveLength(1)
  })
})

describe('when the provider accepts no letters', () => {
  it('all mailing waits, is retried after 15 minutes, and resumes', async () => {
    const id = await mailed({ kind: 'refuses', status: 401, code: 'invalid_api_key' })
    const other = await mailed()
    const phases = async () => [(await mail.row(id)).phase, (await mail.row(other)).phase]
    expect(await phases()).toEqual(['ready', 'requested'])
    await mail.pass(14 * MINUTE)
    expect(await phases()).toEqual(['ready', 'requested'])
    await mail.pass(2 * MINUTE)
    expect(await phases()).toEqual(['submitted', 'submitted'])
    expect(mail.app.logged()).toContain('the mail provider accepts no letters')
  })
})
