import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Success } from '#api/schemas.ts'
import {
  ACCEPTS,
  documentKinds,
  MAX_FILE_BYTES,
  normalizeDocumentName,
  uploadErrors,
  validateDocumentName,
} from './upload-rules.ts'

export const Document = z
  .object({
    id: z.string(),
    documentName: z.string(),
    kind: z.enum(documentKinds),
    mimeType: z.literal('image/jpeg'),
    /** Bytes of the stored file. */
    fileSize: z.number(),
    version: z.number(),
    createdAt: z.string(),
    /** When it was deleted; it can be restored for a while. */
    deletedAt: z.string().nullable(),
  })
  .meta({ id: 'Document' })
export type Document = z.output<typeof Document>

/** A document in its newest version. */
export const ListedDocument = Document.extend({
  /** Number of earlier versions. */
  earlierVersions: z.number(),
}).meta({ id: 'ListedDocument' })
export type ListedDocument = z.output<typeof ListedDocument>

const DocumentId = z.strictObject({ documentId: z.uuid('This is not an id') })

const DocumentName = z.string(uploadErrors.name).transform((typed, context) => {
  const problem = validateDocumentName(typed)
  if (problem !== null) context.addIssue(problem)
  return normalizeDocumentName(typed)
})

const UploadForm = z.strictObject({
  documentName: DocumentName,
  kind: z.enum(documentKinds, 'Choose what kind of document this is').default('other'),
})

export const documents = defineEndpoints({
  list: {
    method: 'GET',
    path: '/documents',
    auth: 'user',
    /** `deleted` can still be restored. */
    reply: z.object({ data: z.array(ListedDocument), deleted: z.array(ListedDocument) }),
    fallback: 'Failed to load documents',
    rateLimit: 'read',
    audit: 'documents_read',
    summary:
      'The newest version of each document, newest first, and of each deleted one that can be restored',
  },
  versions: {
    method: 'GET',
    path: '/documents/:documentId/versions',
    auth: 'user',
    params: DocumentId,
    reply: z.object({ data: z.array(Document) }),
    errors: ['not_found'],
    fallback: 'Failed to load documents',
    rateLimit: 'read',
    audit: 'documents_read',
    summary: 'All versions of a document, newest first',
  },
  upload: {
    method: 'POST',
    path: '/documents/upload',
    auth: 'user',
    impersonation: 'assist',
    upload: {
      field: 'file',
      maxBytes: MAX_FILE_BYTES,
      accepts: ACCEPTS,
      tooLarge: uploadErrors.size,
      maxConcurrent: 2,
    },
    body: UploadForm,
    reply: z.object({ success: z.literal(true), document: Document }),
    status: 201,
    errors: ['too_large', 'unsupported_type', 'unreadable_picture', 'no_room', 'unavailable'],
    fallback: 'Failed to upload document',
    rateLimit: 'upload',
    idempotent: true,
    audit: 'document_uploaded',
    summary: 'Store a JPEG, re-encoded without its metadata; a repeated name creates the next version',
  },
  download: {
    method: 'GET',
    path: '/documents/:documentId/download',
    auth: 'user',
    params: DocumentId,
    reply: { file: 'image/jpeg' },
    errors: ['not_found', 'unavailable'],
    fallback: 'Failed to download document',
    rateLimit: 'download',
    audit: 'document_read',
    summary: 'One version of a document as JPEG',
  },
  thumbnail: {
    method: 'GET',
    path: '/documents/:documentId/thumbnail',
    auth: 'user',
    params: DocumentId,
    reply: { file: 'image/jpeg' },
    errors: ['not_found'],
    fallback: 'Failed to load documents',
    rateLimit: 'thumbnail',
    summary: 'A thumbnail, at most 240 pixels a side; not audited, because reading the list is',
  },
  remove: {
    method: 'DELETE',
    path: '/documents/:documentId',
    auth: 'user',
    params: DocumentId,
    reply: Success,
    errors: ['not_found'],
    fallback: 'Failed to delete document',
    audit: 'document_deleted',
    summary: 'Delete a document with all its versions, or one earlier version; it can be restored for 7 days',
  },
  restore: {
    method: 'POST',
    path: '/documents/:documentId/restore',
    auth: 'user',
    params: DocumentId,
    reply: Success,
    errors: ['not_found', 'no_room'],
    fallback: 'Failed to restore document',
    audit: 'document_restored',
    summary: 'Restore everything that was deleted together, within 7 days',
  },
})
