import type pg from 'pg'
import {
  type IRateLimiterPostgresOptions,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { LimitName } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'

/**
 * Rate limits as data: how many in how many seconds, for one person and for one address (security-reliability
 * D5; the sandbox profile of decisions section 2). `kept` limits live in the database, so that they hold over
 * restarts and instances; the others in memory.
 */
type Rate = { count: number; seconds: number }
type Rule = { person?: Rate; address?: Rate; kept?: true }
export type LimitProfile = Readonly<Record<LimitName, Rule>>

const HOUR = 3_600
const MINUTE = 60

export const productionLimits: LimitProfile = {
  codes: { address: { count: 10, seconds: HOUR }, kept: true },
  signIn: { address: { count: 20, seconds: HOUR }, kept: true },
  registration: { address: { count: 5, seconds: HOUR }, kept: true },
  refresh: { address: { count: 120, seconds: HOUR }, kept: true },
  planSwitch: { person: { count: 5, seconds: 24 * HOUR }, kept: true },
  import: { person: { count: 20, seconds: HOUR }, kept: true },
  dispute: { person: { count: 20, seconds: HOUR }, kept: true },
  pdf: { person: { count: 60, seconds: HOUR } },
  read: { person: { count: 120, seconds: MINUTE }, address: { count: 300, seconds: MINUTE } },
  report: { address: { count: 60, seconds: MINUTE } },
}

/** Generous where a person tries the product out; the same rules, other numbers. */
export const sandboxLimits: LimitProfile = {
  ...productionLimits,
  codes: { address: { count: 30, seconds: HOUR }, kept: true },
  signIn: { address: { count: 120, seconds: HOUR }, kept: true },
  registration: { address: { count: 60, seconds: HOUR }, kept: true },
  refresh: { address: { count: 600, seconds: HOUR }, kept: true },
  planSwitch: { person: { count: 60, seconds: HOUR }, kept: true },
  import: { person: { count: 120, seconds: HOUR }, kept: true },
  dispute: { person: { count: 240, seconds: HOUR }, kept: true },
  pdf: { person: { count: 600, seconds: HOUR } },
  read: { person: { count: 1_200, seconds: MINUTE }, address: { count: 3_000, seconds: MINUTE } },
}

export type Limits = {
  /** Counts one call; refuses with `rate_limited` and the seconds to wait. */
  spend: (name: LimitName, userId: string | null, address: string) => Promise<void>
}

/** IPv6 callers own whole networks: they are counted by their first 64 bits. */
const networkOf = (address: string) =>
  address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address

const limiterOf = (pool: pg.Pool, key: string, rate: Rate, kept: boolean) => {
  const common = { keyPrefix: key, points: rate.count, duration: rate.seconds }
  if (!kept) return new RateLimiterMemory(common)
  const options: IRateLimiterPostgresOptions = {
    ...common,
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  }
  return new RateLimiterPostgres(options)
}

/** The limits of a profile. When the store of a kept limit fails the call fails too: sign-in never runs unguarded. */
export const limitsOf = (profile: LimitProfile, pool: pg.Pool): Limits => {
  const rules = Object.entries(profile).map(([name, rule]) => {
    const kept = rule.kept ?? false
    return [
      name,
      {
        person: rule.person && limiterOf(pool, `${name}:person`, rule.person, kept),
        address: rule.address && limiterOf(pool, `${name}:address`, rule.address, kept),
      },
    ] as const
  })
  const limiters = new Map<string, (typeof rules)[number][1]>(rules)
  const consume = async (limiter: RateLimiterMemory | RateLimiterPostgres | undefined, key: string) => {
    try {
      await limiter?.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new Refusal('rate_limited', {
        retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)),
      })
    }
  }
  return {
    spend: async (name, userId, address) => {
      const limiter = limiters.get(name)
      await consume(limiter?.address, networkOf(address))
      if (userId !== null) await consume(limiter?.person, userId)
    },
  }
}
