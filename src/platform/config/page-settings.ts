import { z } from 'zod'

/** A partner's button on the page, and the shared secret sent with the page's calls. */

const MAX_BUTTON_LETTERS = 40

/** There are two while the secret is being rotated: open pages still have the old one. */
const MAX_SECRETS = 2

/** These characters need no escape in a header, in HTML or between commas. */
const Secrets = z
  .string()
  .transform(text => text.split(',').map(secret => secret.trim()))
  .refine(
    secrets => secrets.length <= MAX_SECRETS && secrets.every(secret => /^[\w.~+/=-]{32,200}$/.test(secret)),
    'must be 32 to 200 letters, digits or ._~+/=-, or two such secrets with a comma between',
  )

/** A fixed address: no placeholders. */
const isPlainLink = (text: string): boolean => {
  if (!URL.canParse(text) || /[{}]/.test(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

export const pageVariables = {
  API_SHARED_SECRET: Secrets.default([]),
  MARKETPLACE_TEXT: z
    .string()
    .trim()
    .min(1)
    .max(MAX_BUTTON_LETTERS, `must have at most ${MAX_BUTTON_LETTERS} characters`)
    .optional(),
  MARKETPLACE_URL: z
    .string()
    .refine(isPlainLink, 'must be an https address, without a user, a password or braces in it')
    .optional(),
}

type Given = z.output<z.ZodObject<typeof pageVariables>>

type PageSettings = {
  /** Label and target of a partner's button; null for none. */
  partner: { text: string; url: string } | null
  /** Values accepted in `X-Shared-Secret`; the page uses the first. Empty: the header is not required. */
  sharedSecrets: readonly string[]
}

/** The settings, or the problem in one line. */
export const parsePageSettings = (given: Given): PageSettings | { problem: string } => {
  const { API_SHARED_SECRET: sharedSecrets, MARKETPLACE_TEXT: text, MARKETPLACE_URL: url } = given
  if (text === undefined && url === undefined) return { partner: null, sharedSecrets }
  if (text === undefined) return { problem: 'MARKETPLACE_TEXT: is needed with MARKETPLACE_URL' }
  if (url === undefined) return { problem: 'MARKETPLACE_URL: is needed with MARKETPLACE_TEXT' }
  return { partner: { text, url: new URL(url).href }, sharedSecrets }
}
