import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sha256 } from '#features/mailing/server/frozen.ts'
import { post, readNewestCode, registrationBody } from '../people/new-user.ts'

/** What the chaos has mailed: letters of a few bytes, and disputes of a person through the routes that she uses. */

/** A request to mail, the letters that it is for, and what each of them must hold when it is printed. */
export type Mailing = {
  path: string
  init: RequestInit
  letters: ReadonlyMap<string, string>
}

const json = { 'content-type': 'application/json' }

/** A letter of a few bytes; only what comes after a letter is printed is done with it. */
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

/** None of the numbered people. Her report never comes, so that her letters are not marked as made from invented data. */
const PHONE = '+13125550177'
const SSN = '512-34-0003'

/** Disputes of a new person, three letters each, ready to be sent; their bytes are those that she would download. */
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

/** The same requests after their person, who was signed out, has signed in again. */
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
