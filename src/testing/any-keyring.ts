import { type Keyring, newKeyring } from '#server/keys/keyring.ts'

/** A keyring of random keys. */
export const anyKeyring = (): Keyring => newKeyring()
