import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isPublic, publicLookup } from '#providers/public-address.ts'

/**
 * Where events may be sent: https, and only to public addresses, whatever a name leads to at that moment (OWASP, Server Side
 * Request Forgery Prevention). Unlike providers, which the operator names in the environment, targets are typed by managers:
 * `PRIVATE_HOSTS` opens nothing here.
 */

export type TargetProblem = 'not_https' | 'private_address' | 'not_found'

export const targetProblemMessages: Readonly<Record<TargetProblem, string>> = {
  not_https: 'Enter an address that begins with https:// and has no user name or password in it.',
  private_address:
    'This address leads to a private network or this machine. Events are only sent to public addresses.',
  not_found: 'The name in this address cannot be found. Check its spelling.',
}

/** What keeps events from an address now; null when nothing does. */
export const findTargetProblem = async (
  address: string,
  resolve: LookupFunction = lookUp,
): Promise<TargetProblem | null> => {
  if (!URL.canParse(address)) return 'not_https'
  const { protocol, hostname, username, password } = new URL(address)
  if (protocol !== 'https:' || username !== '' || password !== '') return 'not_https'
  const plain = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isLoopback(hostname)) return 'private_address'
  // A numeric address is not looked up when it is connected to.
  if (isIP(plain) !== 0) return isPublic(plain) ? null : 'private_address'
  return new Promise(done => {
    publicLookup([], resolve)(hostname, { all: true }, error => {
      if (error === null) done(null)
      else done(error.code === 'ERR_PRIVATE_ADDRESS' ? 'private_address' : 'not_found')
    })
  })
}
