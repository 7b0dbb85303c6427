import type { LightMyRequestResponse as Response } from 'fastify'
import type { Document, ListedDocument } from '#features/documents/contract.ts'
import type { Sending, TestApp } from '../app.ts'

/** Uploads a file under a name, like the page: the name before the file. */
export const uploadDocument = (
  app: TestApp,
  documentName: string,
  file: Uint8Array,
  { type = 'image/jpeg', kind, ...sending }: Sending & { type?: string; kind?: string } = {},
): Promise<Response> =>
  app.sendForm(
    '/documents/upload',
    [
      { name: 'documentName', value: documentName },
      ...(kind === undefined ? [] : [{ name: 'kind', value: kind }]),
      { name: 'file', file, type, filename: 'IMG_0142.jpg' },
    ],
    sending,
  )

/** The document of a successful upload. */
export const parseUploadedDocument = (answer: Response): Document => {
  if (answer.statusCode !== 201) throw new Error(`not uploaded: ${answer.body}`)
  return answer.json<{ document: Document }>().document
}

/** The documents in a user's list, and those that can be restored. */
export const fetchDocumentLists = async (
  app: TestApp,
  as: Sending['as'],
): Promise<Record<'data' | 'deleted', ListedDocument[]>> =>
  (await app.send('GET', '/documents', { as })).json()

/** The documents in a user's list. */
export const fetchDocuments = async (app: TestApp, as: Sending['as']): Promise<ListedDocument[]> =>
  (await fetchDocumentLists(app, as)).data
