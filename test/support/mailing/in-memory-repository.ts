import type { MailJobRepository } from '#features/mailing/server/process-mail-job.ts'
import {
  admitMailJob,
  beginCall,
  holdForOperator,
  type MailJob,
  type MailSwitch,
  nextStep,
} from '#features/mailing/state-machine.ts'
import type { MailTimes } from '#features/mailing/times.ts'
import type { LetterRequest } from '#providers/letters/port.ts'

/** The job repository in memory, for the simulation. */

const DAY = 24 * 60 * 60_000

export type Row = { mailing: MailJob; token: string | null; providerId: string | null }

/** Shared state of all workers, and how long ambiguous letters took. */
export type Shared = { holdUntil: Date | null; probeAt: Date | null; tookMs: number[]; pauses: number }

/** The bytes that were approved. */
export const pdfOf = (id: string) => Buffer.from(`approved ${id}`)

const requestOf = (id: string): LetterRequest => {
  const address = { name: 'A', line1: '1 Way', line2: null, city: 'Pasadena', state: 'CA', zip: '91106' }
  const ours = { userId: 'person', letterId: id }
  const pdf = pdfOf(id)
  return { mailJobId: id, generation: 1, env: 'sim', to: address, from: address, pdf, certified: false, ours }
}

/** Each call either happens completely or not at all. */
export const createInMemoryRepository = (
  rows: Map<string, Row>,
  shared: Shared,
  isWatchful: () => boolean,
  times: MailTimes,
  tokenOf: () => string,
  clock: () => Date,
): MailJobRepository => {
  const claim: MailJobRepository['claim'] = async id => {
    const row = rows.get(id)
    if (!row) return null
    const now = clock()
    const { holdUntil, probeAt } = shared
    const standing: MailSwitch = { holdUntil, probeAt, watchful: isWatchful() }
    const step = nextStep(row.mailing, now, standing, times)
    if (step.do === 'admit') {
      row.mailing = admitMailJob(row.mailing, now)
      return claim(id)
    }
    if (step.do === 'give_up') row.mailing = holdForOperator(row.mailing, step.problem)
    if (step.do !== 'send' && step.do !== 'look_up') return null
    const probe = step.do === 'send' && step.probe
    if (probe) shared.probeAt = new Date(now.getTime() + times.probe)
    row.mailing = beginCall(row.mailing, step, now, times)
    row.token = tokenOf()
    const since = new Date(now.getTime() - 10 * DAY)
    return { act: step.do, probe, token: row.token, mailing: row.mailing, since }
  }
  return {
    now: async () => clock(),
    claim,
    requestOf: async id => requestOf(id),
    toldOf: async () => [],
    record: async (id, token, { mailing, adopted }) => {
      const row = rows.get(id)
      if (!row || row.token !== token) return false
      row.mailing = mailing
      row.token = null
      const { unclearEnds, firstAttemptAt } = mailing
      if (adopted && unclearEnds > 0 && firstAttemptAt !== null)
        shared.tookMs.push(clock().getTime() - firstAttemptAt.getTime())
      if (adopted) row.providerId = adopted.providerId
      return true
    },
    hold: async until => {
      shared.holdUntil = until
    },
    pause: async now => {
      if (shared.probeAt !== null) return false
      shared.probeAt = new Date(now.getTime() + times.probe)
      shared.pauses += 1
      return true
    },
    resume: async () => {
      shared.probeAt = null
    },
  }
}
