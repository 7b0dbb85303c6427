import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import type { UploadedFile } from './answer.ts'

/**
 * Reads a multipart body of one file and a few text fields into memory, never more than the endpoint allows.
 * The declared type of the file is not believed; what the bytes are is for the feature to find out.
 */
export const readUpload = async (
  request: FastifyRequest,
  upload: Upload,
): Promise<{ file: UploadedFile; fields: Record<string, string> }> => {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_type', { message: `Send multipart form data with the file in "${upload.field}".` })
  }
  const fields: Record<string, string> = {}
  let file: UploadedFile | null = null
  for await (const part of request.parts({ limits: { files: 1, fields: 4, fileSize: upload.maxBytes, fieldSize: 4_096, parts: 5 } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    const bytes = await part.toBuffer()
    if (part.file.truncated) throw new Refusal('too_large', { message: upload.tooLarge })
    if (part.fieldname !== upload.field) {
      throw new Refusal('invalid_request', { fields: { [part.fieldname]: 'This field is not known here' } })
    }
    file = { bytes, name: part.filename }
  }
  if (!file) throw new Refusal('invalid_request', { fields: { [upload.field]: 'Choose a file' } })
  return { file, fields }
}
