import { type Keyring, newKeyring } from '#platform/crypto/keyring.ts'

/** A keyring of random keys. */
export const anyKeyring = (): Keyring => newKeyring()
