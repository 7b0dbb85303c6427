import type { Storage } from '#providers/storage/port.ts'
import { type HeldFile, type Holding, jsonFile } from '#server/holdings.ts'
import { bytesOf, everyVersionOf } from './store.ts'

/** Every version of every document. The rows go with the person's own; without her key the files open no more, and are tidied. */
export const documentsHolding = (storage: Storage): Holding => ({
  name: 'documents',
  files: async (db, vault, userId) => {
    const all = await everyVersionOf(db, vault, userId)
    const files: HeldFile[] = [jsonFile('documents/documents.json', all)]
    for (const { id } of all) {
      const { bytes } = await bytesOf(db, vault, storage, userId, id)
      files.push({ path: `documents/${id}.jpg`, bytes })
    }
    return files
  },
})
