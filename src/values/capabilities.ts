/**
 * What a server offers, depending on its providers and its operator's settings. The page reads the missing ones from its
 * HTML (`data-missing`); their endpoints return 503 `unavailable`.
 */
export const capabilities = [
  'portal',
  'pulls',
  'tradelines',
  'voice',
  'recorder',
  'mailing',
  'pictureText',
] as const
export type Capability = (typeof capabilities)[number]

export type Capabilities = Readonly<Record<Capability, boolean>>
