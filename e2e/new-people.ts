import { type Document, documents } from '#features/documents/contract.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { type NewUser, post, registerNewUser } from '#test/support/people/new-user.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import { address } from './journey.ts'

/** Above the phone numbers that journeys type themselves. */
let lastNumber = 99

/**
 * Registers a user whom no other journey of this worker, and so of its server, uses. `lastDigit` of the SSN selects the
 * sandbox bureau's file.
 */
export const newUser = async (lastDigit = 1): Promise<NewUser & { ssn: string }> => {
  lastNumber += 1
  const ssn = `51234${lastNumber}${lastDigit}`
  return { ...(await registerNewUser(address, lastNumber, { ssn })), ssn }
}

/** A new user whose report is requested from the sandbox bureau; `ssn` selects its answer. */
export const userWhoAgreed = (ssn: string): Promise<NewUser> => {
  lastNumber += 1
  return registerNewUser(address, lastNumber, { ssn, consents: { reportAccess: true } })
}

/** A new user with a report in which there is much to dispute. */
export const personWithReport = async (plan: 'free' | 'max') => {
  const person = await newUser()
  const { accessToken } = person
  const body = new FormData()
  body.append('file', new File([mayasDocument], 'report.json', { type: 'application/json' }))
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${address}/api/v1/credit/reports/import`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`The import answered ${answer.status}.`)
  if (plan === 'max') await post(address, '/user/max-plan', { enabled: true }, accessToken)
  return { ...person, plan }
}

/** Uploads an image as a user's document; returns the document's id. */
export const uploadDocument = async (
  accessToken: string,
  documentName: string,
  kind: Document['kind'] = 'other',
): Promise<string> => {
  const body = new FormData()
  body.set('documentName', documentName)
  body.set('kind', kind)
  const picture = Uint8Array.from(await plainPicture())
  body.set('file', new Blob([picture], { type: 'image/jpeg' }), 'a.jpg')
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${address}/api/v1/documents/upload`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The upload answered ${answer.status}.`)
  return documents.upload.reply.parse(await answer.json()).document.id
}
