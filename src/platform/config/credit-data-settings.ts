import { z } from 'zod'
import {
  type DocumentFamily,
  type DocumentFormat,
  documentFormats,
  type StoragePolicy,
  storageClasses,
  storeEverything,
} from '#providers/credit-data/port.ts'
import { bureaus } from '#values/bureau.ts'
import { ConfidentialUrl, VisibleText } from './provider-settings.ts'

/** The source of credit reports: the operator's bridge, or a built-in service. Real when CREDIT_DATA_URL is set. */

const creditDataKinds = ['bridge', 'mismo-order'] as const

const isFormat = (text: string): text is DocumentFormat => Object.hasOwn(documentFormats, text)

/** `facts` for all bureaus, or `TransUnion=nothing,Experian=facts,Equifax=document`. */
const parseStorageClasses = (text: string): StoragePolicy | null => {
  const isClass = (name: string | undefined) => storageClasses.find(one => one === name)
  const all = isClass(text)
  if (all) return { TransUnion: all, Experian: all, Equifax: all }
  const named = new Map(
    text.split(',').map(one => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  )
  const [TransUnion, Experian, Equifax] = bureaus.map(bureau => isClass(named.get(bureau)))
  const isWhole = named.size === bureaus.length && text.split(',').length === bureaus.length
  return isWhole && TransUnion && Experian && Equifax ? { TransUnion, Experian, Equifax } : null
}

const StorageClasses = z.string().transform((text, context): StoragePolicy => {
  const policy = parseStorageClasses(text)
  if (policy !== null && bureaus.some(bureau => policy[bureau] !== 'nothing')) return policy
  context.addIssue(
    policy === null
      ? `must be one of ${storageClasses.join(', ')}, or one for each bureau like TransUnion=nothing,Experian=facts,Equifax=document`
      : 'must let the reports of at least one bureau be stored',
  )
  return z.NEVER
})

export const creditDataVariables = {
  CREDIT_DATA_KIND: z.enum(creditDataKinds, `must be one of ${creditDataKinds.join(', ')}`).default('bridge'),
  CREDIT_DATA_URL: ConfidentialUrl.optional(),
  CREDIT_DATA_TOKEN: VisibleText.min(32, 'must have at least 32 characters').optional(),
  CREDIT_DATA_FORMAT: z
    .string()
    .refine(isFormat, `must be one of ${Object.keys(documentFormats).join(', ')}`)
    .optional(),
  CREDIT_DATA_IDENTITY_STEP: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform(text => text === 'true'),
  // RFC 7617 section 2: a login cannot contain the colon that ends it.
  CREDIT_DATA_LOGIN: z
    .string()
    .regex(/^[\x20-\x39\x3b-\x7e]+$/, 'must be printable ASCII without a colon')
    .optional(),
  CREDIT_DATA_PASSWORD: z.string().min(1).optional(),
  CREDIT_DATA_INTERFACE: VisibleText.optional(),
  CREDIT_DATA_SURROGATED_LOGIN: VisibleText.optional(),
  CREDIT_DATA_KEEP: StorageClasses.default(storeEverything),
}

type Variables = z.output<z.ZodObject<typeof creditDataVariables>>

/** `family`: null if the format is to be detected. `identityStep`: the bridge may require its own step from users. */
export type CreditDataSettings =
  | { kind: 'bridge'; url: URL; token: string; family: DocumentFamily | null; identityStep: boolean }
  | {
      kind: 'mismo-order'
      url: URL
      login: string
      password: string
      interfaceId: string
      surrogatedLogin: string | null
    }

/** Variables that belong to only one kind. */
const variablesOf = {
  bridge: ['CREDIT_DATA_TOKEN', 'CREDIT_DATA_FORMAT'],
  'mismo-order': [
    'CREDIT_DATA_LOGIN',
    'CREDIT_DATA_PASSWORD',
    'CREDIT_DATA_INTERFACE',
    'CREDIT_DATA_SURROGATED_LOGIN',
  ],
} as const satisfies Record<(typeof creditDataKinds)[number], readonly (keyof Variables)[]>

/** The settings, null if none are given, or the problem in one line. */
export const parseCreditDataSettings = (
  given: Variables,
): CreditDataSettings | null | { problem: string } => {
  const { CREDIT_DATA_KIND: kind, CREDIT_DATA_URL: address } = given
  for (const other of creditDataKinds) {
    const stray = variablesOf[other].find(name => given[name] !== undefined)
    if (stray === undefined) continue
    if (address === undefined) return { problem: `CREDIT_DATA_URL: is needed with ${stray}` }
    if (other !== kind)
      return { problem: `${stray}: belongs to CREDIT_DATA_KIND=${other}, and that is ${kind}` }
  }
  if (address === undefined) return null
  const url = new URL(address)
  if (kind === 'bridge') {
    const { CREDIT_DATA_TOKEN: token, CREDIT_DATA_FORMAT: format } = given
    if (token === undefined) return { problem: 'CREDIT_DATA_TOKEN: is needed with its provider' }
    const family = format !== undefined && isFormat(format) ? documentFormats[format] : null
    return { kind, url, token, family, identityStep: given.CREDIT_DATA_IDENTITY_STEP }
  }
  const {
    CREDIT_DATA_LOGIN: login,
    CREDIT_DATA_PASSWORD: password,
    CREDIT_DATA_INTERFACE: interfaceId,
  } = given
  if (login === undefined)
    return { problem: 'CREDIT_DATA_LOGIN: is needed with CREDIT_DATA_KIND=mismo-order' }
  if (password === undefined)
    return { problem: 'CREDIT_DATA_PASSWORD: is needed with CREDIT_DATA_KIND=mismo-order' }
  if (interfaceId === undefined)
    return { problem: 'CREDIT_DATA_INTERFACE: is needed with CREDIT_DATA_KIND=mismo-order' }
  return {
    kind,
    url,
    login,
    password,
    interfaceId,
    surrogatedLogin: given.CREDIT_DATA_SURROGATED_LOGIN ?? null,
  }
}
