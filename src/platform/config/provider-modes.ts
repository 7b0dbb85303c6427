import { z } from 'zod'
import type { Capabilities } from '#values/capabilities.ts'
import type { Features } from './operator-settings.ts'

/**
 * Which providers are used. A provider is real when its variables are set. Otherwise its sandbox is used, except in
 * production, where it is off unless SANDBOX=true. PROVIDERS_OFF always turns one off, and so does an operator that
 * disables its section.
 */

/** `off`: nothing is called, and the product works without it. */
export type ProviderMode = 'real' | 'sandbox' | 'off'

/** Texts and email: sign-in and notices depend on them. */
const requiredProviders = [
  { variable: 'TWILIO_ACCOUNT_SID', provider: 'SMS' },
  { variable: 'SMTP_URL', provider: 'email' },
] as const

/** The providers that production can run without. Voice has no sandbox, because a transcript cannot be invented. */
const optionalProviders = {
  portal: { variable: 'PORTAL_LINK_TEMPLATE', hasSandbox: true },
  'credit-data': { variable: 'CREDIT_DATA_URL', hasSandbox: true },
  tradelines: { variable: 'TRADELINE_FEED_URL', hasSandbox: true },
  voice: { variable: 'OPENAI_API_KEY', hasSandbox: false },
  mailing: { variable: 'LOB_API_KEY', hasSandbox: true },
} as const

export type OptionalProvider = keyof typeof optionalProviders
type ProviderModes = Readonly<Record<OptionalProvider, ProviderMode>>

const isOptionalProvider = (name: string): name is OptionalProvider => Object.hasOwn(optionalProviders, name)

export const modeVariables = {
  PROVIDERS_OFF: z
    .string()
    .transform(text => text.split(',').map(name => name.trim()))
    .refine(
      names => names.every(isOptionalProvider),
      `must be some of ${Object.keys(optionalProviders).join(', ')}, with a comma between`,
    )
    .transform(names => names.filter(isOptionalProvider))
    .default([]),
}

type ModeSettings = {
  isSet: (variable: string) => boolean
  off: readonly OptionalProvider[]
  /** The operator's enabled sections. */
  features: Features
  production: boolean
  /** Whether production may use sandboxes. */
  allowsSandbox: boolean
}

/** The mode of each optional provider and whether any provider is a sandbox, or why production may not start. */
export const chooseProviderModes = ({
  isSet,
  off,
  features,
  production,
  allowsSandbox,
}: ModeSettings): { modes: ProviderModes; sandboxed: boolean } | { problem: string } => {
  const missing = requiredProviders.filter(({ variable }) => !isSet(variable))
  if (production && !allowsSandbox && missing.length > 0) {
    const named = missing.map(({ variable, provider }) => `${provider} (${variable})`).join(', ')
    return { problem: `in production a real provider is needed for ${named}, or SANDBOX=true` }
  }
  const modeOf = (name: OptionalProvider): ProviderMode => {
    const { variable, hasSandbox } = optionalProviders[name]
    if (off.includes(name) || (name !== 'credit-data' && !features[name])) return 'off'
    if (isSet(variable)) return 'real'
    return hasSandbox && (!production || allowsSandbox) ? 'sandbox' : 'off'
  }
  const modes: ProviderModes = {
    portal: modeOf('portal'),
    'credit-data': modeOf('credit-data'),
    tradelines: modeOf('tradelines'),
    voice: modeOf('voice'),
    mailing: modeOf('mailing'),
  }
  return { modes, sandboxed: missing.length > 0 || Object.values(modes).includes('sandbox') }
}

/**
 * What the product offers; `transcribes`: the language provider has a model for recordings; `readsPictures`: a provider reads
 * photographed letters.
 */
export const deriveCapabilities = (
  modes: ProviderModes,
  features: Pick<Features, 'voice'>,
  { transcribes, readsPictures }: { transcribes: boolean; readsPictures: boolean },
): Capabilities => ({
  portal: modes.portal !== 'off',
  pulls: modes['credit-data'] !== 'off',
  tradelines: modes.tradelines !== 'off',
  // Typed questions need no provider.
  voice: features.voice,
  recorder: modes.voice === 'real' && transcribes,
  mailing: modes.mailing !== 'off',
  pictureText: readsPictures,
})
