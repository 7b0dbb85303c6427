import { AppError } from '#api/errors.ts'
import type { DocumentImage } from '#features/documents/server/store.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { findCurrentReport, type StoredReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { CurrentFacts } from '../contradictions.ts'
import type { DisputeContext, LetterContext, Sender } from '../letters/letter.ts'
import { profileDetails } from '../personal-entries.ts'
import { findDocumentsToEnclose } from './store.ts'

export type DisputeInputs = {
  person: UserRecord
  sender: Sender
  today: string
  timeZone: string
  /** The current report; null if there is none. */
  stored: StoredReport | null
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
  const person = await requireUser(db, keyring, userId)
  return {
    person,
    sender: senderOf(person),
    today,
    timeZone,
    stored: await findCurrentReport(db, keyring, userId),
    enclosed: await findDocumentsToEnclose(db, keyring, userId, documentIds),
  }
}

export const toLetterContext = ({ sender, today, enclosed, stored }: DisputeInputs): LetterContext => ({
  sender,
  reportDate: null,
  // A person known only from a sandbox report is invented too, so nothing about them is mailed.
  sandbox: stored?.origin === 'sandbox',
  enclosed: enclosed.map(({ kind, name }) => ({ kind, name })),
  today,
})

const ownOf = ({ person, sender }: DisputeInputs) =>
  profileDetails({ ...sender, phoneNumber: person.profile.phoneNumber })

export const toCurrentFacts = (scene: DisputeInputs): CurrentFacts => ({
  rows: scene.stored?.report.accounts ?? [],
  own: ownOf(scene),
})

/** Refuses `no_report`. */
export const toDisputeContext = (scene: DisputeInputs): DisputeContext => {
  const { person, stored } = scene
  if (!stored) throw new AppError('no_report')
  const { report } = stored
  return {
    ...toLetterContext(scene),
    reportDate: report.reportDate,
    report,
    plan: person.plan,
    own: ownOf(scene),
  }
}
