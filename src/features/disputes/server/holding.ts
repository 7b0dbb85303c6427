import { pictureBytes } from '#features/documents/server/store.ts'
import { type HeldFile, type Holding, jsonFile } from '#platform/holding.ts'
import { dayIn } from '#values/dates.ts'
import { draftsOf } from './drafts.ts'
import { lettersToPrint, type PrintDeps, printedLetters } from './printing.ts'
import { disputesOf } from './store.ts'

/**
 * The disputes with what the bureaus answered, of each that the person confirmed the letters as PDF, every picture that was
 * enclosed once beside them, and the answers that she left in the wizards. All rows go with the person's own.
 */
export const disputesHolding = (deps: Omit<PrintDeps, 'db' | 'vault'> & { timeZone: string }): Holding => ({
  name: 'disputes',
  files: async (db, vault, userId, now) => {
    const { timeZone } = deps
    const files = new Map<string, HeldFile>()
    const keep = (file: HeldFile) => files.set(file.path, file)
    for (const dispute of await disputesOf(db, vault, userId, { today: dayIn(timeZone, now), timeZone })) {
      const folder = `disputes/${dispute.createdAt.slice(0, 10)}-${dispute.id}`
      keep(jsonFile(`${folder}/dispute.json`, dispute))
      const all = await lettersToPrint(db, vault, userId, { disputeId: dispute.id })
      for (const one of all.enclosed) {
        const path = `disputes/enclosures/${one.documentId}.jpg`
        if (!files.has(path)) keep({ path, bytes: () => pictureBytes({ ...deps, db, vault }, userId, one) })
      }
      if (dispute.awaitingAttestation) continue
      for (const letter of all.letters) {
        const alone = { ...all, letters: [letter], enclosed: [] }
        const bytes = () => printedLetters({ ...deps, db, vault }, userId, alone)
        keep({ path: `${folder}/letter-${letter.letter.bureau}-${letter.id}.pdf`, bytes })
      }
    }
    const drafts = await draftsOf(db, vault, userId)
    if (drafts.length > 0) keep(jsonFile('disputes/drafts.json', drafts))
    return [...files.values()]
  },
})
