import { alertsBetween } from '#features/alerts/server/computed.ts'
import { analyticsBody } from '#features/credit/server/computed.ts'
import { buildAccountDispute } from '#features/disputes/build-dispute.ts'
import { findingsBody } from '#features/findings/server/computed.ts'
import { payoffStart, progress, whatIf } from '#features/planning/server/computed.ts'
import { prepareReport, type ReceivedReport, type StoredParts } from '#features/reports/server/computed.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { readDocument } from '#features/reports/server/read-document.ts'
import { wholeDocument } from '#features/reports/storage-policy.ts'
import { ownFile } from '#features/tradelines/server/computed.ts'
import { storeEverything } from '#providers/credit-data/port.ts'
import { disputeContext, maya } from '#test/support/reports/disputed-report.ts'
import { bureaus } from '#values/bureau.ts'
import { largestDocument, mayaAsReader } from './documents.ts'
import { processorTime, quantile, say } from './measure.ts'

/** How the processor time of everything that is computed from a report grows up to the longest permitted one. */

const shares = [0.25, 0.5, 1]
const limits = { accounts: 2_000, inquiries: 2_000, publicRecords: 500 }
const profile = {
  firstName: 'Maya',
  lastName: 'Brooks',
  middleName: null,
  email: 'maya@example.com',
  phoneNumber: '+12025550143',
  birthDate: '1990-04-27',
  ssnLastFour: '4417',
  address: maya.address,
  goal: '',
  goalTargetPeriod: '',
}
const person = { profile, plan: 'max' } as const
const today = '2026-11-20'

const read = (document: string) => {
  const result = readDocument({ bytes: Buffer.from(document), person: mayaAsReader, permitted: limits })
  if (result.kind !== 'report') throw new Error(`not read: ${result.kind}`)
  return result.content
}

const prepare = (document: string, incoming: Uint8Array, id: string, former: readonly StoredParts[]) => {
  const received: ReceivedReport = {
    meta: { id, origin: 'import', receivedAt: '2026-11-20T12:00:00.000Z' },
    incoming,
    documents: wholeDocument(Buffer.from(document)),
    policy: storeEverything,
    fileName: null,
    taken: bureaus,
    kept: null,
    former,
    historyId: former.length === 0 ? null : 'history',
    joinDays: 30,
    limits,
  }
  const made = prepareReport(received)
  if (made.kind !== 'report') throw new Error(`not prepared: ${made.kind}`)
  return { ...made, meta: received.meta }
}

/** The computations by name, on two successive reports, each at this fraction of the permitted length. */
const actsOn = (share: number): [string, () => unknown][] => {
  const [firstText, text] = [largestDocument(0, share), largestDocument(1, share)]
  const [first, incoming] = [read(firstText), read(text)]
  const before = prepare(firstText, first, 'first', [])
  const former = [{ meta: before.meta, content: before.content, bureaus }]
  const now = prepare(text, incoming, 'second', former)
  const { content, meta, changed } = now
  const packed = { meta, content, earlier: [before.content], person }
  const report = unpackReport(content)
  const items = report.accounts
    .filter(({ bureau }) => bureau === 'Experian')
    .slice(0, 10)
    .map(({ id }) => ({ accountId: id, bureaus: ['Experian' as const], reason: 'not_mine' as const }))
  if (changed === null) throw new Error('nothing was compared')
  return [
    ['reading', () => read(text)],
    ['import of a first report', () => prepare(firstText, first, 'first', [])],
    ['import of a second report', () => prepare(text, incoming, 'second', former)],
    ['alerts about what changed', () => alertsBetween({ ...changed, earlier: [] })],
    ['findings', () => findingsBody({ ...packed, disputes: [] })],
    ['analytics', () => analyticsBody({ ...packed, pull: null, partner: null, disputes: [], today })],
    ['preview of a dispute', () => buildAccountDispute({ items }, disputeContext({ report }))],
    ['payoff plan', () => payoffStart({ content, plan: 'max', saved: [] })],
    ['what if', () => whatIf({ content, plan: 'max', steps: [{ kind: 'months', months: 12 }], today })],
    ['progress', () => progress(packed)],
    ['tradelines: own file', () => ownFile({ content, plan: 'max', today })],
  ]
}

const ROUNDS = 3

export const growth = async (): Promise<void> => {
  const acts = shares.map(actsOn)
  say(
    `Growth: processor time at ${shares.map(share => 3 * Math.round(666 * share)).join(', ')} account entries`,
  )
  for (const [index, [name]] of (acts[0] ?? []).entries()) {
    const times: number[] = []
    for (const ofShare of acts) {
      const act = ofShare[index]?.[1] ?? (() => undefined)
      const took: number[] = []
      for (let round = 0; round <= ROUNDS; round += 1) took.push(await processorTime(act))
      // The first run is a warm-up.
      times.push(quantile(took.slice(1), 0.5))
    }
    const each = times.map((time, at) => (at === 0 ? '' : ` (${(time / (times[at - 1] ?? 0)).toFixed(1)} x)`))
    say(`  ${name.padEnd(28)} ${times.map((time, at) => `${time.toFixed(0)} ms${each[at]}`).join(', ')}`)
  }
}
