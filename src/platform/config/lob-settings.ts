import { z } from 'zod'
import { ConfidentialUrl } from './variable-shapes.ts'

/** The environment of Lob, which prints and mails. It is real when LOB_API_KEY is set. */

/** Lob makes the secret; what is shorter than this was cut when it was copied, or is somebody's word. */
const SHORTEST_SECRET = 16
/** While a webhook's secret is being changed there are two. */
const MOST_SECRETS = 2

const splitSecrets = (text: string): string[] =>
  text
    .split(',')
    .map(secret => secret.trim())
    .filter(secret => secret !== '')

/** The variables, to be read with all others. */
export const lobVariables = {
  LOB_API_KEY: z
    .string()
    .regex(/^(live|test)_[A-Za-z0-9_]+$/, 'must begin with live_ or test_')
    .optional(),
  LOB_WEBHOOK_SECRET: z
    .string()
    .refine(text => {
      const { length } = splitSecrets(text)
      return length > 0 && length <= MOST_SECRETS
    }, 'must be one secret, or two with a comma between')
    .refine(
      text => splitSecrets(text).every(({ length }) => length >= SHORTEST_SECRET),
      `must have at least ${SHORTEST_SECRET} characters`,
    )
    .optional(),
  LOB_BASE_URL: ConfidentialUrl.default('https://api.lob.com'),
}

type Given = z.output<z.ZodObject<typeof lobVariables>>

export type LobSettings = { apiKey: string; webhookSecrets: readonly string[]; baseUrl: URL }

/** The settings, null when none are given, or what is wrong with them together as one line. */
export const parseLobSettings = (given: Given): LobSettings | null | { problem: string } => {
  const { LOB_API_KEY: apiKey, LOB_WEBHOOK_SECRET: secrets, LOB_BASE_URL: baseUrl } = given
  if (apiKey === undefined)
    return secrets === undefined ? null : { problem: 'LOB_WEBHOOK_SECRET: is set without LOB_API_KEY' }
  // Without it nobody would learn that a letter arrived, and every deadline counts from there.
  if (secrets === undefined) return { problem: 'LOB_WEBHOOK_SECRET: is needed with LOB_API_KEY' }
  return { apiKey, webhookSecrets: splitSecrets(secrets), baseUrl: new URL(baseUrl) }
}
