import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import type { UploadedFile } from './answer.ts'

type Parts = { file: UploadedFile | null; fields: Record<string, string> }

const partsOf = async (request: FastifyRequest, upload: Upload): Promise<Parts> => {
  const given: Parts = { file: null, fields: {} }
  const limits = { files: 1, fields: 4, fileSize: upload.maxBytes, fieldSize: 4_096, parts: 5 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') given.fields[part.fieldname] = part.value
      continue
    }
    const bytes = await part.toBuffer()
    if (part.fieldname !== upload.field) {
      throw new Refusal('invalid_request', { fields: { [part.fieldname]: 'This field is not known here' } })
    }
    given.file = { bytes, name: part.filename }
  }
  return given
}

/** The multipart parser's own errors carry no code; everything else does, or is a Refusal. */
const isBrokenForm = (error: unknown) =>
  error instanceof Error && !(error instanceof Refusal) && !('code' in error)

/**
 * Reads a multipart body of one file and a few text fields into memory, never more than the endpoint allows.
 * The declared type of the file is not believed; what the bytes are is for the feature to find out.
 */
export const readUpload = async (
  request: FastifyRequest,
  upload: Upload,
): Promise<Parts & { file: UploadedFile }> => {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_type', {
      message: `Send multipart form data with the file in "${upload.field}".`,
    })
  }
  try {
    const { file, fields } = await partsOf(request, upload)
    if (!file) throw new Refusal('invalid_request', { fields: { [upload.field]: 'Choose a file' } })
    return { file, fields }
  } catch (error) {
    if (isBrokenForm(error))
      throw new Refusal('invalid_request', { message: 'The upload broke off, or is not a form with a file.' })
    throw error
  }
}
