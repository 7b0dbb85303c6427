import { randomBytes } from 'node:crypto'

/** A keyring of random keys. */
export const anyKeyring = () => ({
  root: randomBytes(32),
  phoneIndex: randomBytes(32),
  ssnIndex: randomBytes(32),
  emailIndex: randomBytes(32),
  wordIndex: randomBytes(32),
  code: randomBytes(32),
  csrf: randomBytes(32),
  pepper: randomBytes(32),
})
