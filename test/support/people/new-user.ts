import { z } from 'zod'
import { OutboxItem } from '#sandbox/contract.ts'
import { bareProduct } from '../run-server.ts'

/** A user who signed up over HTTP, with the session's tokens. */
export type NewUser = {
  id: string
  phoneNumber: string
  accessToken: string
  refreshToken: string
  lastName: string
}

const Outbox = z.object({ items: z.array(OutboxItem) })
const SignedUp = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  user: z.object({ id: z.string() }),
})

/** The newest code texted to a number, read from the sandbox outbox. */
export const readNewestCode = async (
  url: string,
  phoneNumber: string,
  headers: Record<string, string> = {},
): Promise<string> => {
  // A server in production requires the key; any other trusts local requests.
  const options = { headers: { 'x-sandbox-key': bareProduct.SANDBOX_KEY, ...headers } }
  const { items } = Outbox.parse(await (await fetch(`${url}/sandbox/outbox`, options)).json())
  const text = items.find(({ channel, to }) => channel === 'sms' && to === phoneNumber)
  const code = /\b\d{6}\b/.exec(text?.body ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${phoneNumber}.`)
  return code
}

/**
 * POSTs JSON to the API and returns the body of a success; otherwise throws an Error with the response. `address` is the
 * caller's forwarded address, for a server behind a proxy.
 */
export const post = async (
  url: string,
  path: string,
  body: object,
  token?: string,
  address?: string,
): Promise<unknown> => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(address && { 'x-forwarded-for': address }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** The registration of an invented person, without the code. */
export const registrationBody = (phoneNumber: string, ssn: string, lastName = 'Person') => ({
  firstName: 'Invented',
  lastName,
  email: 'invented@example.com',
  birthDate: '04/12/1990',
  ssn,
  streetAddress: '12 Oak Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  phoneNumber,
  goal: 'Fix errors',
  goalTargetPeriod: '6 months',
})

/** Registers the invented person of that number, 0 to 199; each has a unique phone and, below 100, a unique SSN. */
export const registerNewUser = async (
  url: string,
  number: number,
  { address, ssn, consents }: { address?: string; ssn?: string; consents?: { reportAccess: true } } = {},
): Promise<NewUser> => {
  const digits = String(number % 100).padStart(2, '0')
  const areaCode = number < 100 ? 213 : 312
  const phoneNumber = `+1${areaCode}55501${digits}`
  const lastName = `Person ${digits}`
  await post(url, '/auth/sms/send', { phoneNumber }, undefined, address)
  const smsCode = await readNewestCode(url, phoneNumber)
  const person = registrationBody(phoneNumber, ssn ?? `512-34-56${digits}`, lastName)
  const registered = await post(url, '/auth/register', { ...person, smsCode, consents }, undefined, address)
  const { accessToken, refreshToken, user } = SignedUp.parse(registered)
  return { id: user.id, phoneNumber, accessToken, refreshToken, lastName }
}
