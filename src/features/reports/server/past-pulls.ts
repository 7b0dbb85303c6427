import type { Profile } from '#features/identity/registration-rules.ts'
import type { Database } from '#platform/db/database.ts'
import { type CreditData, storeEverything } from '#providers/credit-data/port.ts'
import { readReport } from '../readers/detect.ts'
import { wholeDocument } from '../storage-policy.ts'
import { decodeDocument } from './document-text.ts'
import { packReport } from './packed-report.ts'
import { endPull, openPull } from './pulls.ts'
import { sourceOf } from './read-document.ts'
import { type ReportStorage, storeReport } from './receive.ts'

/**
 * Stores a report of the sandbox bureau as of an earlier time like any other, pulled or imported. It is parsed on this
 * thread: our own invented documents need no isolation, and a worker for each would be slow.
 */
export const receivePastReport = async (
  tx: Database,
  keeping: ReportStorage,
  creditData: CreditData,
  {
    userId,
    profile,
    ssn,
    now,
  }: { userId: string; profile: Profile & { birthDate: string }; ssn: string; now: Date },
  origin: 'sandbox' | 'import' = 'sandbox',
): Promise<void> => {
  const pulled = await creditData.pull({ userId, profile, ssn, passedStep: null, now }, null)
  const text = pulled.kind === 'document' ? decodeDocument(pulled.bytes) : null
  if (pulled.kind !== 'document' || text === null) throw new Error('the sandbox bureau gave no document')
  const reading = readReport(text, profile)
  if (reading.kind !== 'report') throw new Error('the sandbox bureau gave no report')
  if (origin === 'sandbox') {
    const pullId = await openPull(tx, userId, now)
    if (pullId === null) throw new Error('a new person has an open pull')
    await endPull(tx, { pullId, triesBefore: 0 }, { state: 'received', message: null }, now)
  }
  const { firstName, lastName, ssnLastFour } = profile
  const person = { firstName, lastName, ssnLastFour }
  const report = { content: packReport(reading.report), source: sourceOf(reading.report), person }
  const documents = wholeDocument(pulled.bytes)
  const received = { report, documents, policy: storeEverything, fileName: null, origin, receivedAt: now }
  await storeReport(tx, keeping, userId, received)
}
