import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, Form, Upload } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import '@fastify/multipart'
import type { BodyMessages } from './error-handler.ts'
import { UNKNOWN_FIELD_MESSAGE, type UploadedFile } from './handler.ts'

/** Parses form fields; a duplicate name is ambiguous and refused. */
const parseFormFields = (text: string): Record<string, string> => {
  const fields = [...new URLSearchParams(text)]
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw new AppError('invalid_request')
  return Object.fromEntries(fields)
}

/** Makes the routes of a scope accept only forms; all other routes still refuse forms. */
export const acceptOnlyForms = (scope: FastifyInstance, { maxBytes, acceptsMultipart }: Form): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    async (_request: FastifyRequest, text: string) => parseFormFields(text),
  )
  if (acceptsMultipart)
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async () => ({}),
    )
}

/** Makes the routes of a scope accept any body and pass on its bytes. */
export const acceptRawBody = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => bytes,
  )
}

/** The content of a form: its text fields, and its file, or that the file is too large. */
type Parts = { file: UploadedFile | 'too large' | null; fields: Record<string, string> }

const uploadTypeMessage = ({ field, fileOptional }: Upload) =>
  `Send multipart form data with the file in "${field}"${fileOptional ? ', or JSON without a file' : ''}.`

/** What an endpoint that takes a file or a form says about a body of another size or type. */
export const bodyMessagesOf = ({ upload, form }: Pick<Endpoint, 'upload' | 'form'>): BodyMessages => {
  if (upload) return { too_large: upload.tooLarge, unsupported_type: uploadTypeMessage(upload) }
  if (!form) return {}
  return {
    unsupported_type: 'Send the body as a form (content-type application/x-www-form-urlencoded).',
  }
}

/** Whether the whole form is small enough to be read to its end although its file is too large. */
const isBounded = (request: FastifyRequest, upload: Upload) =>
  Number(request.headers['content-length'] ?? Number.NaN) <= 2 * upload.maxBytes

const readParts = async (request: FastifyRequest, upload: Upload): Promise<Parts> => {
  const given: Parts = { file: null, fields: {} }
  const limits = { files: 1, fields: 4, fileSize: upload.maxBytes, fieldSize: 4_096, parts: 5 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') given.fields[part.fieldname] = part.value
      continue
    }
    const bytes = await part.toBuffer()
    if (part.fieldname !== upload.field) {
      throw new AppError('invalid_request', { fields: { [part.fieldname]: UNKNOWN_FIELD_MESSAGE } })
    }
    given.file = part.file.truncated ? 'too large' : { bytes, name: part.filename, type: part.mimetype }
    // Do not wait for fields after a file without end: use those before it.
    if (given.file === 'too large' && !isBounded(request, upload)) {
      if (Object.keys(given.fields).length === 0) requireFile(given.file, upload)
      return given
    }
  }
  return given
}

const brokenUploadError = () =>
  new AppError('invalid_request', { message: 'The upload broke off, or is not a form with a file.' })

/** Errors of the multipart parser have no code; all others have one or are an AppError. */
const isBrokenForm = (error: unknown) =>
  error instanceof Error && !(error instanceof AppError) && !('code' in error)

/**
 * Reads a multipart body of one file and a few text fields into memory, within the endpoint's limit. Fields
 * are validated before the file (`required`), regardless of their order. The declared type of the file
 * is not trusted; the feature checks the bytes.
 */
export const readUpload = async (request: FastifyRequest, upload: Upload): Promise<Parts> => {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_type', { message: uploadTypeMessage(upload) })
  }
  // A form whose sender disconnected before it was read would never end.
  if (request.raw.destroyed) throw brokenUploadError()
  try {
    return await readParts(request, upload)
  } catch (error) {
    throw isBrokenForm(error) ? brokenUploadError() : error
  }
}

/** The file of a form, or the refusal of a form without one or with one that is too large. */
export const requireFile = (file: Parts['file'], upload: Upload): UploadedFile => {
  if (file === null) throw new AppError('invalid_request', { fields: { [upload.field]: 'Choose a file' } })
  if (file === 'too large') throw new AppError('too_large', { message: upload.tooLarge })
  return file
}
