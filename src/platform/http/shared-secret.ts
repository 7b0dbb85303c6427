import type { FastifyRequest } from 'fastify'
import { type Endpoint, isClientEndpoint } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import { isEqualSecret } from '../crypto/macs.ts'

/**
 * The optional shared secret of the API. It tells calls of our page, and of programs that were given it, from those of anybody
 * who knows the address. It proves no person and opens nothing: everybody who can load the page can read it.
 */

const header = 'x-shared-secret'

/** Refuses a call without one of the secrets; takes every call where none is set. Providers, mail programs and browsers' own reports bring none. */
export const requireSharedSecret = (
  secrets: readonly string[],
  endpoint: Endpoint,
  { headers }: Pick<FastifyRequest, 'headers'>,
): void => {
  if (secrets.length === 0 || !isClientEndpoint(endpoint)) return
  const given = headers[header]
  // Each is compared, whichever fits.
  const fits = secrets.map(secret => typeof given === 'string' && isEqualSecret(secret, given))
  if (!fits.includes(true)) throw new AppError('shared_secret')
}

/** The page with the secret that its calls are to bring, before what calls first. The configuration takes only characters that HTML takes as they are. */
export const injectSharedSecret = (html: string, [secret]: readonly string[]): string =>
  secret === undefined
    ? html
    : html.replace('<head>', () => `<head><meta name="shared-secret" content="${secret}" />`)
