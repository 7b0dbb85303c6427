import { type HeldFile, type Holding, jsonFile } from '#server/holdings.ts'
import type { LetterPress } from './letter-press.ts'
import { disputesOf, lettersToPrint } from './store.ts'

/** The disputes, and of each that the person confirmed the letters as PDF. */
export const disputesHolding = (press: LetterPress): Holding => ({
  name: 'disputes',
  files: async (db, vault, userId) => {
    const files: HeldFile[] = []
    for (const dispute of await disputesOf(db, vault, userId)) {
      const folder = `disputes/${dispute.createdAt.slice(0, 10)}-${dispute.id}`
      files.push(jsonFile(`${folder}/dispute.json`, dispute))
      if (dispute.awaitingAttestation) continue
      for (const { id: letterId, bureau } of dispute.letters) {
        const printable = await lettersToPrint(db, vault, userId, { letterId })
        if (!printable) throw new Error('a letter vanished between two reads')
        const { createdAt, letters } = printable
        const bytes = await press.print({
          title: `${printable.title}, letter to ${bureau}`,
          createdAt,
          letters,
        })
        files.push({ path: `${folder}/letter-${bureau}-${letterId}.pdf`, bytes })
      }
    }
    return files
  },
})
