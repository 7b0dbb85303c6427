import { AppError } from '#api/errors.ts'
import type { DocumentImage } from '#features/documents/server/store.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { currentReportOf, type StoredReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Footing } from '../build-dispute.ts'
import type { CurrentFacts } from '../contradictions.ts'
import type { LetterContext, Sender } from '../letters/occasion.ts'
import { profileDetails } from '../personal-entries.ts'
import { findDocumentsToEnclose } from './enclosures.ts'

/** Everything that a dispute of today is made from. */
export type DisputeInputs = {
  person: UserRecord
  sender: Sender
  today: string
  /** In which days are counted. */
  timeZone: string
  /** The report that is shown; null when there is none. */
  stored: StoredReport | null
  enclosed: DocumentImage[]
}

const senderOf = ({ profile }: UserRecord): Sender => ({
  name: [profile.firstName, profile.middleName, profile.lastName].filter(Boolean).join(' '),
  address: profile.address,
  birthDate: profile.birthDate,
  ssnLastFour: profile.ssnLastFour,
})

/** Reads the scene for a person; `documentIds` are what is asked to be enclosed. Refuses `not_found`. */
export const readDisputeInputs = async (
  db: Database,
  vault: Keyring,
  userId: string,
  {
    documentIds = [],
    today,
    timeZone,
  }: { documentIds?: readonly string[] | undefined; today: string; timeZone: string },
): Promise<DisputeInputs> => {
  const person = await requireUser(db, vault, userId)
  return {
    person,
    sender: senderOf(person),
    today,
    timeZone,
    stored: await currentReportOf(db, vault, userId),
    enclosed: await findDocumentsToEnclose(db, vault, userId, documentIds),
  }
}

/** The occasion of letters that no report is needed for. */
export const toLetterContext = ({ sender, today, enclosed, stored }: DisputeInputs): LetterContext => ({
  sender,
  reportDate: null,
  // Who is known from an invented report alone is invented too: nothing about them is mailed.
  sandbox: stored?.origin === 'sandbox',
  enclosed: enclosed.map(({ kind, name }) => ({ kind, name })),
  today,
})

const ownOf = ({ person, sender }: DisputeInputs) =>
  profileDetails({ ...sender, phoneNumber: person.profile.phoneNumber })

/** What is so today, which earlier letters are held against. */
export const toCurrentFacts = (scene: DisputeInputs): CurrentFacts => ({
  rows: scene.stored?.report.accounts ?? [],
  own: ownOf(scene),
})

/** What letters about a report are held against and made from. Refuses `no_report`. */
export const toDisputeContext = (scene: DisputeInputs): Footing => {
  const { person, sender, today, stored } = scene
  if (!stored) throw new AppError('no_report')
  const { report } = stored
  return {
    ground: { report, plan: person.plan, ssnLastFour: sender.ssnLastFour, today, own: ownOf(scene) },
    occasion: { ...toLetterContext(scene), reportDate: report.reportDate },
  }
}
