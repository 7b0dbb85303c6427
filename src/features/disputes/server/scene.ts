import { Refusal } from '#api/errors.ts'
import type { Picture } from '#features/documents/server/store.ts'
import { type Person, signedInPerson } from '#features/identity/server/store.ts'
import { currentReportOf, type StoredReport } from '#features/reports/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Present } from '../contradictions.ts'
import type { Footing } from '../drafted.ts'
import type { Occasion, Sender } from '../letters/occasion.ts'
import { ownDetails } from '../personal-entries.ts'
import { documentsToEnclose } from './enclosures.ts'

/** Everything that a dispute of today is made from. */
export type Scene = {
  person: Person
  sender: Sender
  today: string
  /** In which days are counted. */
  timeZone: string
  /** The report that is shown; null when there is none. */
  stored: StoredReport | null
  enclosed: Picture[]
}

const senderOf = ({ profile }: Person): Sender => ({
  name: [profile.firstName, profile.middleName, profile.lastName].filter(Boolean).join(' '),
  address: profile.address,
  birthDate: profile.birthDate,
  ssnLastFour: profile.ssnLastFour,
})

/** Reads the scene for a person; `documentIds` are what is asked to be enclosed. Refuses `not_found`. */
export const sceneOf = async (
  db: Database,
  vault: Vault,
  userId: string,
  {
    documentIds = [],
    today,
    timeZone,
  }: { documentIds?: readonly string[] | undefined; today: string; timeZone: string },
): Promise<Scene> => {
  const person = await signedInPerson(db, vault, userId)
  return {
    person,
    sender: senderOf(person),
    today,
    timeZone,
    stored: await currentReportOf(db, vault, userId),
    enclosed: await documentsToEnclose(db, vault, userId, documentIds),
  }
}

/** The occasion of letters that no report is needed for. */
export const occasionOf = ({ sender, today, enclosed, stored }: Scene): Occasion => ({
  sender,
  reportDate: null,
  // Who is known from an invented report alone is invented too: nothing about them is mailed.
  sandbox: stored?.origin === 'sandbox',
  enclosed: enclosed.map(({ kind, name }) => ({ kind, name })),
  today,
})

const ownOf = ({ person, sender }: Scene) =>
  ownDetails({ ...sender, phoneNumber: person.profile.phoneNumber })

/** What is so today, which earlier letters are held against. */
export const presentOf = (scene: Scene): Present => ({
  rows: scene.stored?.report.accounts ?? [],
  own: ownOf(scene),
})

/** What letters about a report are held against and made from. Refuses `no_report`. */
export const footingOf = (scene: Scene): Footing => {
  const { person, sender, today, stored } = scene
  if (!stored) throw new Refusal('no_report')
  const { report } = stored
  return {
    ground: { report, plan: person.plan, ssnLastFour: sender.ssnLastFour, today, own: ownOf(scene) },
    occasion: { ...occasionOf(scene), reportDate: report.reportDate },
  }
}
