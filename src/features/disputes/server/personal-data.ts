import { readDocumentImage } from '#features/documents/server/store.ts'
import { type ExportFile, jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { dayIn } from '#values/dates.ts'
import { listDrafts } from './drafts.ts'
import { listDisputes } from './find-disputes.ts'
import { type PrintDeps, renderLetters } from './pdf-renderer.ts'
import { findPrintableLetters } from './store.ts'

/**
 * Exports disputes with the bureaus' answers, the PDF of each confirmed letter, each enclosed picture once, and saved
 * drafts. Erasure needs nothing here: the rows cascade with the user.
 */
export const disputesPersonalData = (
  deps: Omit<PrintDeps, 'db' | 'keyring'> & { timeZone: string },
): PersonalDataSource => ({
  name: 'disputes',
  exportFiles: async (db, keyring, userId, now) => {
    const { timeZone } = deps
    const files = new Map<string, ExportFile>()
    const keep = (file: ExportFile) => files.set(file.path, file)
    for (const dispute of await listDisputes(db, keyring, userId, {
      today: dayIn(timeZone, now),
      timeZone,
    })) {
      const folder = `disputes/${dispute.createdAt.slice(0, 10)}-${dispute.id}`
      keep(jsonExportFile(`${folder}/dispute.json`, dispute))
      const all = await findPrintableLetters(db, keyring, userId, { disputeId: dispute.id })
      for (const one of all.enclosed) {
        const path = `disputes/enclosures/${one.documentId}.jpg`
        if (!files.has(path))
          keep({ path, bytes: () => readDocumentImage({ ...deps, db, keyring }, userId, one) })
      }
      if (dispute.awaitingAttestation) continue
      for (const letter of all.letters) {
        const alone = { ...all, letters: [letter], enclosed: [] }
        const bytes = () => renderLetters({ ...deps, db, keyring }, userId, alone)
        keep({
          path: `${folder}/letter-${letter.letter.bureau ?? letter.letter.to.kind}-${letter.id}.pdf`,
          bytes,
        })
      }
    }
    const drafts = await listDrafts(db, keyring, userId)
    if (drafts.length > 0) keep(jsonExportFile('disputes/drafts.json', drafts))
    return [...files.values()]
  },
})
