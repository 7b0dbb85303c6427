import { AppError, defaultMessage, type ErrorBody, type ErrorCode, httpStatus } from '#api/errors.ts'
import { isDatabaseUnavailable } from '../db/database-failure.ts'
import { errorCode } from '../error-code.ts'

/** What Fastify and its plugins refuse themselves, in the product's words. */
const frameworkErrors: Readonly<Record<string, readonly [ErrorCode, string?]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large'],
  FST_REQ_FILE_TOO_LARGE: ['too_large'],
  FST_FILES_LIMIT: ['invalid_request', 'Send one file at a time.'],
  FST_FIELDS_LIMIT: ['invalid_request'],
  FST_PARTS_LIMIT: ['invalid_request'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_type'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_type',
    'Send the body as JSON (content-type application/json).',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The body is empty; send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request'],
}

const BUSY_SECONDS = 5

/** Any thrown thing as a Refusal, or null when nobody expected it. */
export const toAppError = (error: unknown, tooLarge?: string): AppError | null => {
  if (error instanceof AppError) return error
  const known = frameworkErrors[errorCode(error)]
  if (known) {
    const [code, message] = known
    const words = code === 'too_large' ? tooLarge : message
    return new AppError(code, words === undefined ? {} : { message: words })
  }
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { retryAfterSeconds: BUSY_SECONDS })
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  // Of the files of the page: a folder, or a path that leads outside.
  if (status === 403) return new AppError('not_found')
  // Remaining 4xx of the framework: broken multipart, poisoned JSON keys.
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('invalid_request')
  return null
}

/** The status and body that answer a refusal, or an unexpected failure as `internal` without its insides. */
export const errorResponse = (
  refusal: AppError | null,
  requestId: string,
): { status: number; body: ErrorBody } => {
  if (!refusal)
    return {
      status: httpStatus('internal'),
      body: { message: defaultMessage('internal'), code: 'internal', requestId },
    }
  const { code, message, fields } = refusal
  return { status: httpStatus(code), body: { message, code, requestId, ...(fields ? { fields } : {}) } }
}
