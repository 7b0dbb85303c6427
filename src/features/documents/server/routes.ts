import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '#api/errors.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { Once } from '#platform/http/once.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { documents } from '../contract.ts'
import { isTooManyPixels, jpegHeaderOf } from '../jpeg.ts'
import { fileNameOf, fileProblem, words } from '../upload-rules.ts'
import type { Pictures } from './pictures.ts'
import { reachable } from './storage-failure.ts'
import {
  bytesOf,
  deleteDocument,
  documentPlace,
  documentsOf,
  restoreDocument,
  saveDocument,
  thumbnailOf,
  versionsOf,
} from './store.ts'
import { claimFile } from './stored-files.ts'

export type DocumentDeps = {
  db: Database
  vault: Vault
  once: Once
  storage: Storage
  pictures: Pictures
  log: Log
}

/** Refuses what is no JPEG by its declared type and its header, before a decoder sees it. The size was checked before. */
const requireJpeg = ({ bytes, type }: { bytes: Uint8Array; type: string }): void => {
  const header = jpegHeaderOf(bytes)
  if (fileProblem({ size: bytes.length, type }) !== null || header === null)
    throw new Refusal('unsupported_type', { message: words.type })
  if (isTooManyPixels(header)) {
    throw new Refusal('unreadable_picture', {
      message: 'This picture has too many pixels. Save it smaller, at most 40 megapixels, and try again.',
    })
  }
}

export const documentRoutes = (deps: DocumentDeps): Answers<typeof documents> => {
  const { db, vault, once, storage, pictures, log } = deps
  return {
    list: ({ caller, now }) => documentsOf(db, vault, caller.userId, now),

    versions: async ({ caller, params }) => ({
      data: await versionsOf(db, vault, caller.userId, params.documentId),
    }),

    upload: async ({ caller: { userId }, body, file, now, idempotencyKey, note }) => {
      const digest = createHash('sha256').update(file.bytes).digest('hex')
      const request = {
        scope: `upload|${userId}`,
        key: idempotencyKey,
        body: { ...body, digest },
        owner: userId,
      }
      const read = (value: unknown) => documents.upload.reply.parse(value)
      const earlier = await once.earlier(request, read)
      if (earlier) return earlier
      requireJpeg(file)
      const picture = await pictures.remake(file.bytes, userId)
      const id = newId()
      const fileKey = randomBytes(16).toString('hex')
      const sealed = (await vault.boxFor(db, userId)).seal(documentPlace('file', id), picture.file)
      // The file first: a row that stands has its file, and a file without a row is tidied away.
      await claimFile(db, fileKey, now)
      await reachable(log, () => storage.put(fileKey, sealed))
      return once.act(
        request,
        async tx => {
          const document = await saveDocument(tx, vault, userId, {
            ...body,
            id,
            fileKey,
            fileSize: picture.file.length,
            thumbnail: picture.thumbnail,
            now,
          })
          await note(tx, { objectId: id })
          return { success: true as const, document }
        },
        read,
      )
    },

    download: async ({ caller, params }) => {
      const { document, bytes } = await reachable(log, () =>
        bytesOf(db, vault, storage, caller.userId, params.documentId),
      )
      return { name: fileNameOf(document.documentName), bytes }
    },

    thumbnail: async ({ caller, params }) => {
      const { document, bytes } = await thumbnailOf(db, vault, caller.userId, params.documentId)
      return { name: fileNameOf(document.documentName), bytes }
    },

    remove: async ({ caller, params: { documentId }, now, note }) =>
      db.transaction(async tx => {
        await deleteDocument(tx, caller.userId, documentId, now)
        await note(tx, { objectId: documentId })
        return { success: true as const }
      }),

    restore: async ({ caller, params: { documentId }, now, note }) =>
      db.transaction(async tx => {
        await restoreDocument(tx, caller.userId, documentId, now)
        await note(tx, { objectId: documentId })
        return { success: true as const }
      }),
  }
}
