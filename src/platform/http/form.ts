import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Form } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'

/** The fields of a form. A name that stands in it twice has no one value, and is refused. */
const parseFormFields = (text: string): Record<string, string> => {
  const fields = [...new URLSearchParams(text)]
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw new AppError('invalid_request')
  return Object.fromEntries(fields)
}

/** Has the routes of a scope take forms and no other kind of body; the rest of the server goes on refusing forms. */
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

/** Has the routes of a scope take any body and hand over its bytes. */
export const acceptRawBody = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => bytes,
  )
}
