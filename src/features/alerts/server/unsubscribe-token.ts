import { z } from 'zod'
import type { Keyring } from '#platform/crypto/encryption.ts'

/**
 * What an e-mail's link is known by. It is sealed, so that it tells nobody whose it is and nobody can make one; it names the
 * consent that it ends, so that it ends no other; and it does not expire, since an e-mail may be read years later.
 */
const place = { table: 'consents', column: 'email', row: 'unsubscribe-link' }

const Content = z.uuid()

/** The token that ends one person's e-mailed notices. */
export const createUnsubscribeToken = (keyring: Keyring, userId: string): string =>
  keyring.links.encrypt(place, userId).toString('base64url')

/** Whose notices a token ends; null when we did not make it. */
export const readUnsubscribeToken = (keyring: Keyring, token: string): string | null => {
  try {
    return Content.parse(keyring.links.decrypt(place, Buffer.from(token, 'base64url')))
  } catch {
    return null
  }
}
