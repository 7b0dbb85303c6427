import { randomBytes } from 'node:crypto'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { documents } from '../contract.ts'
import { exceedsPixelLimit, readJpegHeader } from '../jpeg.ts'
import { uploadErrors, validateFile } from '../upload-rules.ts'
import type { ImageProcessor } from './pictures.ts'
import {
  deleteDocument,
  documentAssociatedData,
  listDocuments,
  listVersions,
  readDocument,
  restoreDocument,
  saveDocument,
} from './store.ts'
import { registerFile, withStorageErrors } from './stored-files.ts'

type DocumentDeps = {
  db: Database
  keyring: Keyring
  idempotency: Idempotency
  storage: Storage
  pictures: ImageProcessor
  log: Log
}

/** Refuses what is not a JPEG by its declared type and header, before it is decoded. The size was checked before. */
const requireJpeg = ({ bytes, type }: { bytes: Uint8Array; type: string }): void => {
  const header = readJpegHeader(bytes)
  if (validateFile({ size: bytes.length, type }) !== null || header === null)
    throw new AppError('unsupported_type', { message: uploadErrors.type })
  if (exceedsPixelLimit(header)) {
    throw new AppError('unreadable_picture', {
      message: 'This picture has too many pixels. Save it smaller, at most 40 megapixels, and try again.',
    })
  }
}

export const documentRoutes = (deps: DocumentDeps): Handlers<typeof documents> => {
  const { db, keyring, idempotency, storage, pictures, log } = deps
  return {
    list: ({ principal, now }) => listDocuments(db, keyring, principal.userId, now),

    versions: async ({ principal, params }) => ({
      data: await listVersions(db, keyring, principal.userId, params.documentId),
    }),

    upload: async ({ principal: { userId }, body, file, now, idempotencyKey, audit }) => {
      const digest = sha256(file.bytes).toString('hex')
      const request = {
        scope: `upload|${userId}`,
        key: idempotencyKey,
        body: { ...body, digest },
        owner: userId,
      }
      const read = (value: unknown) => documents.upload.reply.parse(value)
      const earlier = await idempotency.findResponse(request, read)
      if (earlier) return earlier
      requireJpeg(file)
      const picture = await pictures.reencode(file.bytes, userId)
      const id = newId()
      const fileKey = randomBytes(16).toString('hex')
      const encrypted = (await keyring.cipherForUser(db, userId)).encrypt(
        documentAssociatedData('file', id),
        picture.file,
      )
      // The file is registered first: every row then has its file, and a file without a row is cleaned up.
      await registerFile(db, fileKey, now)
      await withStorageErrors(log, () => storage.put(fileKey, encrypted))
      return idempotency.run(
        request,
        async tx => {
          const document = await saveDocument(tx, keyring, userId, {
            ...body,
            id,
            fileKey,
            fileSize: picture.file.length,
            thumbnail: picture.thumbnail,
            now,
          })
          await audit(tx, { objectId: id })
          return { success: true as const, document }
        },
        read,
      )
    },

    download: ({ principal, params }) => readDocument(deps, principal.userId, params.documentId, 'file'),

    thumbnail: ({ principal, params }) =>
      readDocument(deps, principal.userId, params.documentId, 'thumbnail'),

    remove: async ({ principal, params: { documentId }, now, audit }) =>
      db.transaction(async tx => {
        await deleteDocument(tx, principal.userId, documentId, now)
        await audit(tx, { objectId: documentId })
        return { success: true as const }
      }),

    restore: async ({ principal, params: { documentId }, now, audit }) =>
      db.transaction(async tx => {
        await restoreDocument(tx, principal.userId, documentId, now)
        await audit(tx, { objectId: documentId })
        return { success: true as const }
      }),
  }
}
