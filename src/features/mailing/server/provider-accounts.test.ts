import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lobMailProvider } from '#providers/letters/lob.ts'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import {
  admitMailJob,
  applySendResult,
  beginCall,
  createMailJob,
  type MailJob,
  nextStep,
} from '../state-machine.ts'
import { defaultMailTimes as times } from '../times.ts'
import { initializeMailSwitch } from './mail-switch.ts'
import { adoptManually, giveUpManually } from './operator.ts'
import {
  type AccountRelation,
  accountRelation,
  identifyAccount,
  providerKind,
  transferToProvider,
} from './provider-accounts.ts'
import { mailJobs, mailProviders, mailSwitch } from './tables.ts'

const now = new Date('2026-03-02T12:00:00Z')
const later = new Date(now.getTime() + 60 * 60_000)
const open = { holdUntil: null, probeAt: null, watchful: false }

const created = createMailJob(now)
const ready = admitMailJob(created, now)
const sending = beginCall(ready, { do: 'send' }, now, times)
const busy = applySendResult(sending, { answer: 'busy', retryAt: now }, now, times, 1)
const ambiguous = applySendResult(sending, { answer: 'unknown', code: 'reset' }, now, times, 1)
const repeated: MailJob = { ...ambiguous, phase: 'ready' }

describe('a job requested from another provider', () => {
  it.each<[string, MailJob, Exclude<AccountRelation, 'not_known'>, string | null]>([
    ['that nobody tried, in another account', created, 'other_account', 'admit'],
    ['that waits to be tried, in another account', ready, 'other_account', 'send'],
    ['whose call surely did nothing, in another account', busy, 'other_account', 'send'],
    ['that is ambiguous, in another account', ambiguous, 'other_account', null],
    ['that is about to be repeated, in another account', repeated, 'other_account', null],
    ['whose worker is silent, in another account', sending, 'other_account', null],
    ['that is ambiguous, under another key of the account', ambiguous, 'same_account', 'look_up'],
    ['that is about to be repeated, under another key of the account', repeated, 'same_account', 'look_up'],
    ['whose worker is silent, under another key of the account', sending, 'same_account', 'look_up'],
    ['that nobody tried, under another key of the account', created, 'same_account', 'admit'],
    ['that nobody tried, of another kind', created, 'other_kind', null],
    ['that is ambiguous, of another kind', ambiguous, 'other_kind', null],
  ])('%s', (_name, mailing, relation, step) => {
    const taken = transferToProvider(mailing, relation, later)
    expect(taken && nextStep(taken, later, open, times).do).toBe(step)
  })

  it('is not sent with the idempotency key used under another API key', () => {
    const taken = transferToProvider(repeated, 'same_account', later)
    expect(taken).toMatchObject({ phase: 'unknown', ambiguous: true, firstAttemptAt: new Date(0) })
  })
})

it('the name of a provider starts with its kind, followed by its key', () => {
  expect(['sandbox', 'lob:5f2a', 'lob_test:5f2a'].map(providerKind)).toEqual(['sandbox', 'lob', 'lob_test'])
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let mail: MailApp
let provider: ReturnType<typeof lobMailProvider>
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '1000,1000' })
  provider = lobMailProvider({ apiKey: fakeLobKey, baseUrl: new URL(mail.lob.url), clock: mail.app.now })
  await mail.mail()
  await mail.pass(MINUTE)
})
afterAll(() => mail.close())

const db = () => mail.app.database.db
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const printedOf = (id: string) =>
  mail.lob.ledger.filter(({ metadata, cancelled }) => metadata.mail_job_id === id && !cancelled)

/** A letter whose call ended ambiguously; `printed`: the provider has it. */
const ambiguousLetter = async ({ printed }: { printed: boolean }) => {
  mail.lob.faults.next = [{ kind: 'drops', done: printed }]
  return (await mail.mail()) ?? ''
}
/** Pretends that a job was requested from another provider. */
const askedOf = (id: string, name: string) =>
  db().update(mailJobs).set({ provider: name }).where(eq(mailJobs.id, id))
const settle = (name: string, get: typeof provider.get) =>
  identifyAccount({ db: db(), provider: { name, get }, log }, mail.app.now())

it('a new key that shows a letter of an account belongs to that account', async () => {
  const account = await settle('lob:rotated', provider.get)
  const [own] = await db().select().from(mailProviders).where(eq(mailProviders.name, provider.name))
  expect(account).toBe(own?.account)
  expect(await accountRelation(db(), 'lob:rotated', provider.name)).toBe('same_account')
})

it('a key that shows none of its letters belongs to another account; a provider of another kind is not queried', async () => {
  const [own] = await db().select().from(mailProviders).where(eq(mailProviders.name, provider.name))
  expect(await settle('lob:stranger', async () => null)).not.toBe(own?.account)
  expect(await accountRelation(db(), 'lob:stranger', provider.name)).toBe('other_account')
  const askedIds: string[] = []
  await settle('lob_test:first', async id => {
    askedIds.push(id)
    return null
  })
  expect(askedIds).toEqual([])
  expect(await accountRelation(db(), 'lob_test:first', provider.name)).toBe('other_kind')
})

it('an ambiguous letter of another key of the account is looked up and found', async () => {
  const id = await ambiguousLetter({ printed: true })
  await askedOf(id, 'lob:rotated')
  await mail.pass(2 * MINUTE)
  await mail.pass(MINUTE)
  expect(await mail.row(id)).toMatchObject({ phase: 'submitted', provider: provider.name })
  expect(printedOf(id)).toHaveLength(1)
})

it.each(['lob:stranger', 'sandbox', 'lob_test:first'])(
  'an ambiguous letter of %s waits for an operator and is not mailed with this key',
  async name => {
    const id = await ambiguousLetter({ printed: false })
    await askedOf(id, name)
    await mail.pass(2 * MINUTE)
    await mail.pass(24 * HOUR)
    const problem = name === 'lob:stranger' ? 'other_account' : 'other_kind'
    expect(await mail.row(id)).toMatchObject({ phase: 'needs_operator', problem, provider: name })
    expect(printedOf(id)).toEqual([])
    // The configured key cannot see the other account's letters, so giving up here could mail twice.
    const { now: clock, keyring } = mail.app
    const deps = { provider, times, clock, keyring, onLetter: async () => undefined }
    expect(await giveUpManually(db(), deps, { mailJobId: id, reason: 'not here' })).toBe('other_account')
    const there = { ...deps, provider: { ...provider, name } }
    expect(await giveUpManually(db(), there, { mailJobId: id, reason: 'not there' })).toBe('done')
  },
)

it('a letter that was never sent is sent once through the configured account', async () => {
  mail.lob.faults.next = [{ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' }]
  const id = (await mail.mail()) ?? ''
  await askedOf(id, 'lob:stranger')
  await mail.pass(MINUTE)
  expect(await mail.row(id)).toMatchObject({ phase: 'submitted', provider: provider.name })
  expect(printedOf(id)).toHaveLength(1)
})

it('letters wait while the account of the key is unknown', async () => {
  const id = await ambiguousLetter({ printed: true })
  // The key was changed meanwhile, and the new one is not identified yet.
  await db().update(mailProviders).set({ name: 'lob:before' }).where(eq(mailProviders.name, provider.name))
  await db().update(mailJobs).set({ provider: 'lob:before' }).where(eq(mailJobs.provider, provider.name))
  mail.app.pass(2 * MINUTE)
  mail.lob.faults.next = [{ kind: 'fails', status: 500, done: false }]
  await mail.pass(0)
  expect(await mail.row(id)).toMatchObject({ phase: 'unknown', provider: 'lob:before' })
  await mail.pass(MINUTE)
  expect(await mail.row(id)).toMatchObject({ phase: 'submitted', provider: provider.name })
})

it('an operator cannot adopt with a key that does not see the letter', async () => {
  const id = await ambiguousLetter({ printed: true })
  await askedOf(id, 'lob:stranger')
  await mail.pass(2 * MINUTE)
  const providerId = printedOf(id)[0]?.id ?? ''
  const { now: clock, keyring } = mail.app
  const deps = { provider, times, clock, keyring, onLetter: async () => undefined }
  expect(await adoptManually(db(), deps, { mailJobId: id, providerId })).toBe('other_account')
})

it('a copy that mailed through another account stays on hold', async () => {
  await db().update(mailSwitch).set({ account: '0192f0c1-0000-7000-8000-00000000acc0' })
  await initializeMailSwitch(db(), mail.app.now(), { wasRestored: true })
  await mail.pass(MINUTE)
  const hold = async () => (await db().select().from(mailSwitch))[0]?.holdReason
  expect(await hold()).toBe('restore')
  expect(mail.app.logged()).toContain('the restored copy mailed by another account')
  const [own] = await db().select().from(mailProviders).where(eq(mailProviders.name, provider.name))
  await db()
    .update(mailSwitch)
    .set({ account: own?.account ?? null })
  await mail.pass(MINUTE)
  expect(await hold()).toBeNull()
})
