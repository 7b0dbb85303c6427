import { generateKeySet, type KeySet } from '#platform/crypto/keyring.ts'

/** A keyring of random keys. */
export const anyKeyring = (): KeySet => generateKeySet()
