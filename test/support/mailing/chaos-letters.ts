import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sha256 } from '#features/mailing/server/mail-requests.ts'
import { post, readNewestCode, registrationBody } from '../people/new-user.ts'

/** What the chaos run mails: letters of a few bytes, and disputes made through the real routes. */

/** A mailing request, its letters, and the hash of the PDF that each must be printed with. */
export type Mailing = {
  path: string
  init: RequestInit
  letters: ReadonlyMap<string, string>
}

const json = { 'content-type': 'application/json' }

/** A letter of a few bytes that skips rendering. */
export const smallMailing = (): Mailing => {
  const letterId = randomUUID()
  return {
    path: '/chaos/mail',
    init: { method: 'POST', headers: json, body: JSON.stringify({ letterId }) },
    letters: new Map([[letterId, sha256(`%PDF-1.7 letter ${letterId}`).toString('hex')]]),
  }
}

const SignedUp = z.object({ accessToken: z.string() })
const Made = z.object({ id: z.string(), letters: z.array(z.object({ id: z.string() })) })

/** Not one of the demo people, and without a report, so that the letters carry no sandbox mark. */
const PHONE = '+13125550177'
const SSN = '512-34-0003'

/** Disputes of a new user, three letters each, ready to send, with the hash of each downloaded PDF. */
export const disputesToMail = async (url: string, count: number): Promise<Mailing[]> => {
  if (count === 0) return []
  await post(url, '/auth/sms/send', { phoneNumber: PHONE })
  const smsCode = await readNewestCode(url, PHONE)
  const person = { ...registrationBody(PHONE, SSN), smsCode }
  const { accessToken } = SignedUp.parse(await post(url, '/auth/register', person))
  const authorization = `Bearer ${accessToken}`
  const shaOf = async (letterId: string) => {
    const pdf = await fetch(`${url}/api/v1/dispute/letter/${letterId}/pdf`, { headers: { authorization } })
    if (!pdf.ok) throw new Error(`a letter was not printed: ${await pdf.text()}`)
    return sha256(new Uint8Array(await pdf.arrayBuffer())).toString('hex')
  }
  const disputes: Mailing[] = []
  for (let made = 0; made < count; made += 1) {
    const bureaus = ['TransUnion', 'Experian', 'Equifax']
    const asked = { action: 'place', bureaus, attested: true, repeat: true }
    const { id, letters } = Made.parse(await post(url, '/dispute/freeze', asked, accessToken))
    const shas = new Map<string, string>()
    for (const letter of letters) shas.set(letter.id, await shaOf(letter.id))
    disputes.push({
      path: `/api/v1/dispute/${id}/send-physical`,
      init: { method: 'POST', headers: { ...json, authorization }, body: '{}' },
      letters: shas,
    })
  }
  return disputes
}

/** The same requests after the user signed in again. */
export const askedAgain = async (url: string, disputes: readonly Mailing[]): Promise<Mailing[]> => {
  await post(url, '/auth/sms/send', { phoneNumber: PHONE })
  const signedIn = await post(url, '/auth/login', {
    phoneNumber: PHONE,
    code: await readNewestCode(url, PHONE),
  })
  const { accessToken } = SignedUp.parse(signedIn)
  const headers = { ...json, authorization: `Bearer ${accessToken}` }
  return disputes.map(dispute => ({ ...dispute, init: { ...dispute.init, headers } }))
}
