import { type HeldFile, type Holding, jsonFile } from '#platform/holding.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { everyVersionOf, pictureBytes } from './store.ts'

/**
 * Every version of every document, also of the deleted ones while they can be brought back. The rows go with the person's
 * own; without her key the files open no more, and are tidied.
 */
export const documentsHolding = (deps: { storage: Storage; log: Log }): Holding => ({
  name: 'documents',
  files: async (db, vault, userId, now) => {
    const all = await everyVersionOf(db, vault, userId, now)
    const described = all.map(({ document }) => document)
    const files: HeldFile[] = [jsonFile('documents/documents.json', described)]
    for (const { document, fileKey } of all) {
      const bytes = () => pictureBytes({ ...deps, db, vault }, userId, { documentId: document.id, fileKey })
      files.push({ path: `documents/${document.id}.jpg`, bytes })
    }
    return files
  },
})
