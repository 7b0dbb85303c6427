import { type ExportFile, jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { listAllVersions, readDocumentImage } from './store.ts'

/**
 * Every version of every document, also of the deleted ones while they can be brought back. The rows go with the person's
 * own; without her key the files open no more, and are tidied.
 */
export const documentsPersonalData = (deps: { storage: Storage; log: Log }): PersonalDataSource => ({
  name: 'documents',
  exportFiles: async (db, keyring, userId, now) => {
    const all = await listAllVersions(db, keyring, userId, now)
    const described = all.map(({ document }) => document)
    const files: ExportFile[] = [jsonExportFile('documents/documents.json', described)]
    for (const { document, fileKey } of all) {
      const bytes = () =>
        readDocumentImage({ ...deps, db, keyring }, userId, { documentId: document.id, fileKey })
      files.push({ path: `documents/${document.id}.jpg`, bytes })
    }
    return files
  },
})
