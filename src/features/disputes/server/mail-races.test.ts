import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deriveMailJobId } from '#features/mailing/server/mail-requests.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Tokens } from '#test/support/app.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import type { Dispute } from '../dispute-contract.ts'

/** What happens to a letter when its dispute or its user changes during mailing. */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let mail: MailApp
let people = 0
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '400,500' })
})
afterAll(() => mail.close())
beforeEach(() => {
  mail.lob.faults.next = []
})

const asks = (as: Tokens, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  mail.app.send(method, path, { as, ...(body ? { body } : {}) })
/** A user with one unsent freeze letter. */
const writer = async () => {
  people += 1
  const as = await mail.app.register({ email: `racer-${people}@example.com` })
  const asked = { action: 'place', bureaus: ['TransUnion'], attested: true }
  const dispute = (await asks(as, 'POST', '/dispute/freeze', asked)).json<Dispute>()
  const [letter] = dispute.letters
  if (!letter) throw new Error('there is no letter')
  const send = () => asks(as, 'POST', `/dispute/${dispute.id}/send-physical`, {})
  const edit = (body: string) => asks(as, 'PATCH', `/dispute/letter/${letter.id}`, { body })
  return { as, dispute, letter, send, edit }
}
const reworded = ({ body, editable }: Dispute['letters'][number]) =>
  body.replace(editable, `${editable}\n\nThese are words of mine.`)
const printed = (letterId: string, generation = 1) =>
  mail.lob.ledger.filter(({ metadata }) => metadata.mail_job_id === deriveMailJobId(letterId, generation))
const rowOf = (letterId: string) => mail.row(deriveMailJobId(letterId, 1))

/** Applies a fault to the letter's call, after the address check succeeded. */
const letterMeets = (fault: MailApp['lob']['faults']['next'][number]) => {
  mail.lob.faults.next = [null, fault ?? null]
}

describe('concurrently', () => {
  it('ten calls to remail a letter mail it once', async () => {
    const { as, letter, send } = await writer()
    letterMeets({ kind: 'refuses', status: 422, code: 'invalid_file' })
    await send()
    const again = () => asks(as, 'POST', `/dispute/letter/${letter.id}/mail-again`, { reason: 'Refused.' })
    const answers = await Promise.all(Array.from({ length: 10 }, again))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(printed(letter.id, 2)).toHaveLength(1)
  })

  it('rewording and mailing: what is printed is what the letter contains afterwards', async () => {
    for (let time = 0; time < 4; time += 1) {
      const { as, letter, send, edit } = await writer()
      const early = time % 2 ? send() : null
      const edited = edit(reworded(letter))
      await (early ?? send())
      expect([200, 409]).toContain((await edited).statusCode)
      await send()
      const pdf = (await asks(as, 'GET', `/dispute/letter/${letter.id}/pdf`)).rawPayload
      expect(printed(letter.id).map(one => sha256(one.pdf).equals(sha256(pdf)))).toEqual([true])
    }
  })
})

it('does not mail a letter that was edited while it was printed, even if the edit was undone', async () => {
  const { letter, send, edit } = await writer()
  const edits: Awaited<ReturnType<typeof send>>[] = []
  vi.spyOn(mail.app.app.mailer, 'checkAddress').mockImplementationOnce(async () => {
    edits.push(await edit(reworded(letter)), await edit(letter.body))
    return 'yes'
  })
  const answer = await send()
  expect(edits.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'conflict'])
  expect(printed(letter.id)).toEqual([])
  expect((await send()).statusCode).toBe(200)
  expect(printed(letter.id)).toHaveLength(1)
})

describe('a user who requested account deletion', () => {
  it('still has earlier requested letters mailed', async () => {
    const { as, letter, send } = await writer()
    letterMeets({ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' })
    await send()
    expect((await rowOf(letter.id)).phase).toBe('ready')
    expect((await asks(as, 'DELETE', '/user')).statusCode).toBe(200)
    await mail.pass(MINUTE)
    expect((await rowOf(letter.id)).phase).toBe('submitted')
    expect(printed(letter.id)).toHaveLength(1)
  })

  it.each([
    { done: true, printed: 1, phase: 'submitted' },
    { done: false, printed: 0, phase: 'needs_operator' },
  ])(
    'and was erased while the outcome of a send was unknown gets nothing more mailed (done: $done)',
    async expected => {
      const { as, letter, send } = await writer()
      letterMeets({ kind: 'drops', done: expected.done })
      await send()
      await asks(as, 'DELETE', '/user')
      mail.app.pass(7 * DAY)
      const { db } = mail.app.database
      for (const tidy of mail.app.app.cleanupTasks) await tidy(db, mail.app.now())
      expect(await rowOf(letter.id)).toMatchObject({ userId: null, content: null, pdf: null })
      // Within three days of the first attempt it is looked up but not sent, because its content was erased.
      await db.update(mailJobs).set({ since: mail.app.now() }).where(eq(mailJobs.letterId, letter.id))
      for (let time = 0; time < 4; time += 1) await mail.pass(31 * MINUTE)
      expect(await rowOf(letter.id)).toMatchObject({ phase: expected.phase })
      expect(printed(letter.id)).toHaveLength(expected.printed)
    },
  )
})
