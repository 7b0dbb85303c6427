/**
 * What a server offers or not, by its providers and its operator's settings. The page learns the missing ones with its HTML (`data-missing`);
 * their endpoints answer 503 `unavailable`.
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
