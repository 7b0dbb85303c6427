import type { DocumentImage } from '#features/documents/server/store.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { findCurrentPackedReport, type PackedReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { CurrentFacts } from '../contradictions.ts'
import type { LetterContext, Sender } from '../letters/letter.ts'
import { profileDetails } from '../personal-entries.ts'
import type { AskedOfReport, BuiltFromReport } from './computed.ts'
import { buildFromReport } from './from-report.ts'
import { findDocumentsToEnclose } from './store.ts'

export type DisputeInputs = {
  user: UserRecord
  sender: Sender
  today: string
  timeZone: string
  /** The current report, packed; null if there is none. */
  stored: PackedReport | null
  enclosed: DocumentImage[]
}

const senderOf = ({ profile }: UserRecord): Sender => ({
  name: [profile.firstName, profile.middleName, profile.lastName].filter(Boolean).join(' '),
  address: profile.address,
  birthDate: profile.birthDate,
  ssnLastFour: profile.ssnLastFour,
})

/** Refuses `not_found` for a document in `documentIds` that cannot be enclosed. */
export const readDisputeInputs = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  {
    documentIds = [],
    today,
    timeZone,
  }: { documentIds?: readonly string[] | undefined; today: string; timeZone: string },
): Promise<DisputeInputs> => {
  const user = await requireUser(db, keyring, userId)
  return {
    user,
    sender: senderOf(user),
    today,
    timeZone,
    stored: await findCurrentPackedReport(db, keyring, userId),
    enclosed: await findDocumentsToEnclose(db, keyring, userId, documentIds),
  }
}

export const toLetterContext = ({ sender, today, enclosed, stored }: DisputeInputs): LetterContext => ({
  sender,
  reportDate: null,
  // A user known only from a sandbox report is invented too, so nothing about them is mailed.
  sandbox: stored?.origin === 'sandbox',
  enclosed: enclosed.map(({ kind, name }) => ({ kind, name })),
  today,
})

const ownOf = ({ user, sender }: DisputeInputs) =>
  profileDetails({ ...sender, phoneNumber: user.profile.phoneNumber })

/** What is true today, of the rows that disputed accounts have in the current report. */
export const toCurrentFacts = (inputs: DisputeInputs, rows: CurrentFacts['rows']): CurrentFacts => ({
  rows,
  own: ownOf(inputs),
})

/** Builds a dispute of something in the current report. Refuses as its builder does, and `no_report`. */
export const buildFromInputs = (
  asked: AskedOfReport,
  inputs: DisputeInputs,
  followed?: LetterContext['followed'],
): Promise<BuiltFromReport> =>
  buildFromReport({
    asked,
    content: inputs.stored?.content ?? null,
    letter: { ...toLetterContext(inputs), ...(followed && { followed }) },
    plan: inputs.user.plan,
    own: ownOf(inputs),
  })
