import { z } from 'zod'
import type { Keyring } from '#platform/crypto/encryption.ts'

/**
 * The token in an email's link is encrypted, so it reveals nobody and cannot be forged. It names the one
 * consent it ends, and it does not expire, because an email may be read years later.
 */
const place = { table: 'consents', column: 'email', row: 'unsubscribe-link' }

const Content = z.uuid()

export const createUnsubscribeToken = (keyring: Keyring, userId: string): string =>
  keyring.links.encrypt(place, userId).toString('base64url')

/** The user whose notices a token ends; null for a forged one. */
export const readUnsubscribeToken = (keyring: Keyring, token: string): string | null => {
  try {
    return Content.parse(keyring.links.decrypt(place, Buffer.from(token, 'base64url')))
  } catch {
    return null
  }
}
