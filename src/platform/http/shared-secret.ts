import type { FastifyRequest } from 'fastify'
import { type Endpoint, isClientEndpoint } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import { isEqualSecret } from '../crypto/macs.ts'

/**
 * The optional shared secret of the API. It distinguishes calls of our page, and of programs that have it, from others. It
 * neither authenticates nor authorizes a user: everyone who can load the page can read it.
 */

const header = 'x-shared-secret'

/** Refuses a call without one of the secrets, if any is set. Exempt: providers, mail programs and browsers' own reports. */
export const requireSharedSecret = (
  secrets: readonly string[],
  endpoint: Endpoint,
  { headers }: Pick<FastifyRequest, 'headers'>,
): void => {
  if (secrets.length === 0 || !isClientEndpoint(endpoint)) return
  const given = headers[header]
  // Compare all of them, even after a match.
  const fits = secrets.map(secret => typeof given === 'string' && isEqualSecret(secret, given))
  if (!fits.includes(true)) throw new AppError('shared_secret')
}

/** Adds the secret to the page before its first call. The configuration allows only characters that need no HTML escape. */
export const injectSharedSecret = (html: string, [secret]: readonly string[]): string =>
  secret === undefined
    ? html
    : html.replace('<head>', () => `<head><meta name="shared-secret" content="${secret}" />`)
