import { z } from 'zod'
import { type PublishedKey, readPublishedKey } from '../crypto/signing-keys.ts'

/** The key that seals case files if it is not derived from the keyring, and earlier keys that stay published. */

const KEY_BYTES = 32

/** Enough for an installation that replaces its key every year for decades. */
const MAX_OLD_KEYS = 40

const Secret = z.string().transform((text, context) => {
  const secret = Buffer.from(text, 'base64')
  if (secret.length !== KEY_BYTES || secret.toString('base64') !== text)
    context.addIssue('must be 32 random bytes in base64, such as openssl rand -base64 32 prints')
  return secret
})

const OldKeys = z.string().transform((text, context): PublishedKey[] => {
  const keys = text.split(',').map(line => readPublishedKey(line.trim()))
  if (keys.length > MAX_OLD_KEYS || keys.includes(null))
    context.addIssue('must be public keys as the list of keys had them, with a comma between')
  return keys.filter(key => key !== null)
})

export const caseFileVariables = {
  CASE_FILE_KEY: Secret.optional(),
  CASE_FILE_OLD_KEYS: OldKeys.default([]),
}

type Given = z.output<z.ZodObject<typeof caseFileVariables>>

export const parseCaseFileSettings = ({ CASE_FILE_KEY: secret, CASE_FILE_OLD_KEYS: old }: Given) => ({
  /** Null if the key is derived from the keyring. */
  secret: secret ?? null,
  old,
})
