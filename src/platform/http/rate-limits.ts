import type pg from 'pg'
import {
  type IRateLimiterOptions,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RateLimitName } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import type { RateLimitSettings } from '../config/operator-settings.ts'

/**
 * Rate limits as data: how many in how many seconds, counted for a user, an address, the network of 256 addresses
 * around it, a phone or its exchange. `kept` limits are in the database, so that they apply across restarts and
 * instances; the others are in memory. `any` is counted for every call, before anything else; for a provider's signed
 * notices, which arrive from few addresses, `notice` is counted instead.
 */
type Rate = { count: number; seconds: number }
type Subject = 'address' | 'network' | 'person' | 'phone' | 'exchange'
type Rule = Partial<Record<Subject, readonly Rate[]>> & { kept?: true }
/** Counted although no endpoint declares it. */
type ImplicitLimit = 'any' | 'notice'
export type RateLimitProfile = Readonly<Record<RateLimitName | ImplicitLimit, Rule>>

const MINUTE = 60
const HOUR = 3_600
const DAY = 24 * HOUR

const perMinute = (count: number): Rate => ({ count, seconds: MINUTE })
const perHour = (count: number): Rate => ({ count, seconds: HOUR })
const perDay = (count: number): Rate => ({ count, seconds: DAY })

export const productionRateLimits: RateLimitProfile = {
  any: { address: [perMinute(600)] },
  // Lob calls once for each event of each letter: 200 a second.
  notice: { address: [perMinute(12_000)] },
  codes: {
    address: [perHour(10), perDay(30)],
    network: [perHour(60)],
    exchange: [perHour(50)],
    kept: true,
  },
  signIn: { address: [perHour(20)], kept: true },
  registration: { address: [perHour(5)], phone: [perDay(3)], kept: true },
  refresh: { address: [perHour(120)], kept: true },
  planSwitch: { person: [perDay(5)], kept: true },
  import: { person: [perHour(20)], kept: true },
  dispute: { person: [perHour(20), perDay(60)], kept: true },
  mail: { person: [perHour(10), perDay(30)], kept: true },
  draft: { person: [perMinute(60)] },
  pdf: { person: [perHour(60)] },
  caseFile: { person: [perHour(10), perDay(30)], kept: true },
  upload: { person: [perHour(30)], kept: true },
  question: { person: [perHour(60), perDay(300)], kept: true },
  recording: { person: [perHour(10), perDay(40)], kept: true },
  download: { person: [perHour(120)] },
  thumbnail: { person: [perMinute(400)] },
  read: { person: [perMinute(120)], address: [perMinute(300)] },
  report: { address: [perMinute(60)] },
  sensitive: { person: [perHour(30)], kept: true },
  export: { person: [perDay(1)], kept: true },
  managerSignIn: { address: [perHour(20)], kept: true },
  clientOpening: { person: [perHour(30), perDay(150)], kept: true },
  clientList: { person: [perHour(40), perDay(200)], kept: true },
  staffWrite: { person: [perHour(60)], kept: true },
  refreshReports: { person: [perHour(2)], kept: true },
  refreshReport: { person: [perHour(30)], kept: true },
  advice: { person: [perMinute(10), perHour(120)] },
  tradelineRequest: { person: [perHour(10), perDay(20)], kept: true },
  // Mail programs send requests for many users from few addresses.
  unsubscribe: { address: [perMinute(300)] },
}

/** Generous where people try the product out; the same rules, other numbers. */
export const sandboxRateLimits: RateLimitProfile = {
  any: { address: [perMinute(6_000)] },
  notice: productionRateLimits.notice,
  codes: { address: [perHour(30)], kept: true },
  signIn: { address: [perHour(120)], kept: true },
  registration: { address: [perHour(60)], phone: [perDay(30)], kept: true },
  refresh: { address: [perHour(600)], kept: true },
  planSwitch: { person: [perHour(60)], kept: true },
  import: { person: [perHour(120)], kept: true },
  dispute: { person: [perHour(240)], kept: true },
  mail: { person: [perHour(300)], kept: true },
  draft: { person: [perMinute(240)] },
  pdf: { person: [perHour(600)] },
  caseFile: { person: [perHour(100)], kept: true },
  upload: { person: [perHour(600)], kept: true },
  question: { person: [perHour(600)], kept: true },
  recording: { person: [perHour(60)], kept: true },
  download: { person: [perHour(1_200)] },
  thumbnail: productionRateLimits.thumbnail,
  read: { person: [perMinute(1_200)], address: [perMinute(3_000)] },
  report: productionRateLimits.report,
  sensitive: { person: [perHour(240)], kept: true },
  export: { person: [perHour(20)], kept: true },
  managerSignIn: { address: [perHour(120)], kept: true },
  clientOpening: { person: [perHour(240)], kept: true },
  clientList: { person: [perHour(600)], kept: true },
  staffWrite: { person: [perHour(240)], kept: true },
  refreshReports: { person: [perHour(60)], kept: true },
  refreshReport: { person: [perHour(240)], kept: true },
  advice: { person: [perMinute(60)] },
  tradelineRequest: { person: [perHour(120)], kept: true },
  unsubscribe: productionRateLimits.unsubscribe,
}

/** Which limit each of the operator's rates replaces. */
const operatorRates = {
  requestsPerAddressMinute: ['any', 'address', MINUTE],
  codesPerAddressHour: ['codes', 'address', HOUR],
  codesPerAddressDay: ['codes', 'address', DAY],
  codesPerNetworkHour: ['codes', 'network', HOUR],
  codesPerExchangeHour: ['codes', 'exchange', HOUR],
  signInsPerAddressHour: ['signIn', 'address', HOUR],
  registrationsPerAddressHour: ['registration', 'address', HOUR],
  refreshesPerAddressHour: ['refresh', 'address', HOUR],
  managerSignInsPerAddressHour: ['managerSignIn', 'address', HOUR],
} as const satisfies Record<keyof RateLimitSettings, readonly [keyof RateLimitProfile, Subject, number]>

/** A profile with the operator's rates in place of the defaults. */
export const withOperatorRates = (profile: RateLimitProfile, set: RateLimitSettings): RateLimitProfile => {
  const given = Object.entries(operatorRates).flatMap(([key, [name, subject, seconds]]) => {
    const count = Object.entries(set).find(([setting]) => setting === key)?.[1]
    return count === undefined ? [] : [{ name, subject, rate: { count, seconds } }]
  })
  return given.reduce<RateLimitProfile>((rules, { name, subject, rate }) => {
    const others = (rules[name][subject] ?? []).filter(({ seconds }) => seconds !== rate.seconds)
    return { ...rules, [name]: { ...rules[name], [subject]: [...others, rate] } }
  }, profile)
}

/** Whom a call is counted for; subjects without a rate are not counted. A phone is identified by its blind index. */
export type RateLimitSubjects = { address?: string; person?: string; phone?: string; exchange?: string }

/** A limit was exceeded. `first`: it is the first refusal in the current window. */
export class RateLimitExceeded extends AppError {
  readonly first: boolean

  constructor({ msBeforeNext, consumedPoints }: RateLimiterRes, points: number) {
    super('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) })
    this.first = consumedPoints === points + 1
  }
}

export type RateLimits = {
  /** Counts one call; refuses with `RateLimitExceeded` and the seconds to wait. */
  consume: (name: RateLimitName | ImplicitLimit, counted: RateLimitSubjects) => Promise<void>
}

/** The first bits of an IPv6 address, in one canonical spelling: two spellings of one network are counted together. */
const ipv6Prefix = (address: string, bits: number): string => {
  const [head = '', tail] = address.split('%', 1).join('').split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length)
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest].map(group => Number.parseInt(group, 16))
  return [0, 1, 2, 3]
    .map(at => {
      const kept = Math.min(16, Math.max(0, bits - 16 * at))
      return ((all[at] ?? 0) & (0xffff << (16 - kept)) & 0xffff).toString(16)
    })
    .join(':')
}

/** An address in small letters, an IPv4 one without what maps it into IPv6. */
const normalizeAddress = (address: string) => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

/**
 * An address as it is counted, and the network around it. An IPv6 caller owns 64 bits at least, and a household usually 56;
 * an IPv4 one may own 256 addresses.
 */
export const addressGroups = (address: string): { address: string; network: string } => {
  const plain = normalizeAddress(address)
  if (plain.includes(':')) return { address: ipv6Prefix(plain, 64), network: ipv6Prefix(plain, 56) }
  return { address: plain, network: plain.split('.').slice(0, 3).join('.') }
}

/**
 * The wider networks that an IPv6 caller may own, and how many times the limit of one address each may use: a household has
 * 56 bits (RFC 6177), a site or hoster's customer 48, a provider 32. Many people share a provider, or 48 bits of a mobile
 * one, and the owner of one address or site must not be able to use up their limit.
 */
const wideNetworks = [
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
  { bits: 32, times: 256 },
] as const

const subjectKeys = ({ address, ...others }: RateLimitSubjects): Partial<Record<Subject, string>> => ({
  ...others,
  ...(address === undefined ? {} : addressGroups(address)),
})

/** A limiter whose counters are in the database, so that all servers share them. */
const createDatabaseLimiter = (pool: pg.Pool, rate: IRateLimiterOptions): RateLimiterPostgres =>
  new RateLimiterPostgres({
    ...rate,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  })

const createLimiter = (pool: pg.Pool, key: string, { count, seconds }: Rate, kept: boolean) => {
  const rate = { keyPrefix: key, points: count, duration: seconds }
  return kept ? createDatabaseLimiter(pool, rate) : new RateLimiterMemory(rate)
}

const consume = async (limiter: RateLimiterMemory | RateLimiterPostgres, key: string) => {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw new RateLimitExceeded(refused, limiter.points)
  }
}

const subjects = ['address', 'network', 'person', 'phone', 'exchange'] as const satisfies readonly Subject[]

type Wide = { bits: number; limiter: RateLimiterMemory }

/** Limits of wide networks are in memory, even next to a kept one: they are coarse, and this avoids database access. */
const createNetworkLimiters = (key: string, { count, seconds }: Rate): Wide[] =>
  wideNetworks.map(({ bits, times }) => ({
    bits,
    limiter: new RateLimiterMemory({ keyPrefix: `${key}:${bits}`, points: count * times, duration: seconds }),
  }))

/**
 * Counts a call for an address and the networks around it. A network that has used up its limit is refused before anything
 * else is counted, and refused calls of one address do not count for its networks: neighbors keep their limit.
 */
const consumeWithNetworks = async (wide: readonly Wide[], address: string, own: () => Promise<void>) => {
  const plain = normalizeAddress(address)
  const around = plain.includes(':')
    ? wide.map(({ bits, limiter }) => ({ limiter, key: ipv6Prefix(plain, bits) }))
    : []
  for (const { limiter, key } of around) {
    const counted = await limiter.get(key)
    if (counted !== null && counted.remainingPoints <= 0) await consume(limiter, key)
  }
  await own()
  for (const { limiter, key } of around) await consume(limiter, key)
}

/** The limits of a profile. When the store of a kept limit fails, the call fails too: sign-in never runs unprotected. */
export const createRateLimits = (profile: RateLimitProfile, pool: pg.Pool): RateLimits => {
  const limiters = new Map(
    Object.entries(profile).map(([name, { kept = false, ...rates }]) => [
      name,
      subjects.flatMap(subject =>
        (rates[subject] ?? []).map(rate => {
          const key = `${name}:${subject}:${rate.seconds}`
          const wide = subject === 'address' ? createNetworkLimiters(key, rate) : []
          return { subject, limiter: createLimiter(pool, key, rate, kept), wide }
        }),
      ),
    ]),
  )
  return {
    consume: async (name, counted) => {
      const keys = subjectKeys(counted)
      for (const { subject, limiter, wide } of limiters.get(name) ?? []) {
        const key = keys[subject]
        if (key !== undefined)
          await consumeWithNetworks(wide, counted.address ?? '', () => consume(limiter, key))
      }
    },
  }
}
