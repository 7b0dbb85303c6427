import { AppError } from '#api/errors.ts'
import type { DocumentImage } from '#features/documents/server/store.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { findCurrentReport, type StoredReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { DebtContext } from '../collectors/debt.ts'
import type { CurrentFacts } from '../contradictions.ts'
import type { DisputeContext, LetterContext, Sender } from '../letters/letter.ts'
import { profileDetails } from '../personal-entries.ts'
import { findDocumentsToEnclose } from './store.ts'

export type DisputeInputs = {
  user: UserRecord
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
  const user = await requireUser(db, keyring, userId)
  return {
    user,
    sender: senderOf(user),
    today,
    timeZone,
    stored: await findCurrentReport(db, keyring, userId),
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

export const toCurrentFacts = (inputs: DisputeInputs): CurrentFacts => ({
  rows: inputs.stored?.report.accounts ?? [],
  own: ownOf(inputs),
})

/** What a debt is looked up in: the current report, where there is one. */
export const toDebtContext = (inputs: DisputeInputs): DebtContext => ({
  ...toLetterContext(inputs),
  report: inputs.stored?.report ?? null,
  plan: inputs.user.plan,
})

/** Refuses `no_report`. */
export const toDisputeContext = (inputs: DisputeInputs): DisputeContext => {
  const { user, stored } = inputs
  if (!stored) throw new AppError('no_report')
  const { report } = stored
  return {
    ...toLetterContext(inputs),
    reportDate: report.reportDate,
    ...(report.parts === undefined ? {} : { parts: report.parts }),
    report,
    plan: user.plan,
    own: ownOf(inputs),
  }
}
