import { z } from 'zod'
import { deriveMailJobId } from '#features/mailing/server/mail-requests.ts'
import type { ChaosServers } from './chaos-servers.ts'

/** Judges a chaos run by the provider's ledger. */

export const Ledger = z.object({
  url: z.string(),
  otherBytes: z.array(z.string()),
  letters: z.array(
    z.object({ id: z.string(), mailJobId: z.string(), cancelled: z.boolean(), sha: z.string() }),
  ),
})
export const MailJobList = z.object({
  rows: z.array(
    z.object({
      letterId: z.string(),
      mailJobId: z.string(),
      phase: z.string(),
      deliveryStatus: z.string().nullable(),
      providerId: z.string().nullable(),
      ambiguousAttempts: z.number(),
      /** From the first attempt until it was recorded as sent. */
      seconds: z.number().nullable(),
    }),
  ),
})

/** How long ambiguous sends took to resolve, in seconds of simulated time. */
type Resolved = {
  sends: number
  median: number
  p99: number
  slowest: number
  within5Min: number
  within15Min: number
}

type Judgment = {
  acknowledged: number
  printed: number
  /** Letter ids. */
  lost: string[]
  twice: string[]
  changed: string[]
  /** Letters at the provider that were never requested. */
  strange: string[]
  /** Keys reused with other bytes. */
  otherBytes: number
  /** Jobs that refer to a letter other than the provider's, or that never finished. */
  wrongJobs: string[]
  /** Letters known to be delivered; five percent of webhooks are lost. */
  delivered: number
  ambiguous: Resolved
}

export type Verdict = Judgment & Pick<ChaosServers, 'kills' | 'missed'>

const resolvedOf = (rows: z.output<typeof MailJobList>['rows'], faster: number): Resolved => {
  const times = rows
    .filter(({ ambiguousAttempts }) => ambiguousAttempts > 0)
    .flatMap(({ seconds }) => (seconds === null ? [] : [seconds * faster]))
    .toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  const within = (minutes: number) => times.filter(time => time <= minutes * 60).length
  return {
    sends: times.length,
    median: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    within5Min: within(5),
    within15Min: within(15),
  }
}

/** Compares the ledger with what was acknowledged; `expected` has the PDF hash of every requested letter. */
export const judgeLedger = ({
  ledger,
  rows,
  acknowledged,
  expected,
  faster,
}: {
  ledger: z.output<typeof Ledger>
  rows: z.output<typeof MailJobList>['rows']
  acknowledged: readonly string[]
  expected: ReadonlyMap<string, string>
  faster: number
}): Judgment => {
  const live = ledger.letters.filter(({ cancelled }) => !cancelled)
  const printed = Map.groupBy(live, ({ mailJobId }) => mailJobId)
  const ofLetter = (letterId: string) => printed.get(deriveMailJobId(letterId, 1)) ?? []
  const row = new Map(rows.map(one => [one.letterId, one]))
  const letters = [...expected.keys()]
  const ours = new Set(letters.map(id => deriveMailJobId(id, 1)))
  return {
    acknowledged: acknowledged.length,
    printed: live.length,
    lost: acknowledged.filter(id => ofLetter(id).length === 0),
    twice: letters.filter(id => ofLetter(id).length > 1),
    changed: letters.filter(id => ofLetter(id).some(({ sha }) => sha !== expected.get(id))),
    strange: live.filter(({ mailJobId }) => !ours.has(mailJobId)).map(({ id }) => id),
    otherBytes: ledger.otherBytes.length,
    wrongJobs: acknowledged.filter(id => {
      const known = row.get(id)
      return known?.phase !== 'submitted' || ofLetter(id)[0]?.id !== known.providerId
    }),
    delivered: rows.filter(({ deliveryStatus }) => deliveryStatus === 'delivered').length,
    ambiguous: resolvedOf(rows, faster),
  }
}
