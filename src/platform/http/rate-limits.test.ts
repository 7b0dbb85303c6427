import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformPersonalData } from '#app/personal-data.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { newId } from '../ids.ts'
import {
  createRateLimits,
  productionRateLimits,
  type RateLimitSubjects,
  type RateLimits,
  sandboxRateLimits,
  withOperatorRates,
} from './rate-limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

it('erases exactly the counters of a user and a phone, including those of an earlier release', async () => {
  const { pool, db } = app.database
  const limits = createRateLimits(productionRateLimits, pool)
  const [userId, phoneNumber] = [newId(), '+12025550999']
  const phone = app.keyring.phoneIndex(phoneNumber).toString('hex')
  await limits.consume('dispute', { person: userId })
  await limits.consume('registration', { phone, address: '2001:db8::7' })
  await limits.consume('dispute', { person: newId() })
  // Like every release, without column names.
  await pool.query('insert into rate_limits values ($1, 1, 2)', [`mail:person:3600:${userId}`])
  const erased = { userId, phoneNumber, email: 'nobody@example.test' }
  await db.transaction(tx => platformPersonalData.erase?.(tx, app.keyring, erased) ?? Promise.resolve())
  const { rows } = await pool.query<{ key: string }>('select key from rate_limits')
  const left = rows.map(({ key }) => key)
  expect(left.filter(key => key.includes(userId) || key.includes(phone))).toEqual([])
  expect(left.filter(key => key.startsWith('dispute:person:'))).toHaveLength(2)
  expect(left.some(key => key.startsWith('registration:address:'))).toBe(true)
})

type Name = keyof typeof productionRateLimits
type Subject = 'address' | 'network' | 'person' | 'phone' | 'exchange'
const subjects: readonly Subject[] = ['address', 'network', 'person', 'phone', 'exchange']
const names = Object.keys(productionRateLimits).filter((name): name is Name => name in productionRateLimits)

/** The strictest rate of every limit and subject of a profile: the one that is reached first. */
const rows = Object.entries({ production: productionRateLimits, sandbox: sandboxRateLimits }).flatMap(
  ([profile, limits]) =>
    names.flatMap(name =>
      subjects.flatMap(subject => {
        const [rate] = limits[name][subject] ?? []
        return rate ? [{ profile, limits, name, subject, ...rate }] : []
      }),
    ),
)

const refusedAt = async (
  limits: RateLimits,
  name: Name,
  counted: (n: number) => RateLimitSubjects,
  most: number,
) => {
  for (let n = 1; n <= most; n++) {
    try {
      await limits.consume(name, counted(n))
    } catch (error) {
      return { n, error }
    }
  }
  return null
}

let runs = 0
/** One subject that stays the same while all others change with every call. */
const counting = (subject: Subject) => {
  runs += 1
  const run = runs
  const own = (mine: Subject, n: number) => (subject === mine ? `${mine} ${run}` : `${mine} ${run} ${n}`)
  const address = (n: number) => {
    if (subject === 'address') return `10.${run}.0.1`
    return subject === 'network' ? `10.${run}.0.${n}` : `11.${run}.${n >> 8}.${n & 255}`
  }
  return (n: number): RateLimitSubjects => ({
    address: address(n),
    person: own('person', n),
    phone: own('phone', n),
    exchange: own('exchange', n),
  })
}

describe('a limit', () => {
  // Limits of hundreds of calls a minute are in memory, where thousands are fast; limits in the database are small.
  it.each(rows)('$profile: $name allows $count calls of one $subject in $seconds s', async row => {
    const limits = createRateLimits(
      { ...row.limits, [row.name]: { kept: row.limits[row.name].kept, [row.subject]: [row] } },
      app.database.pool,
    )
    const refused = await refusedAt(limits, row.name, counting(row.subject), row.count + 1)
    expect(refused).toMatchObject({ n: row.count + 1, error: { code: 'rate_limited' } })
    const { error } = refused ?? {}
    const wait = error instanceof Error && 'retryAfterSeconds' in error ? Number(error.retryAfterSeconds) : 0
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(row.seconds)
  })

  it('with several rates enforces each', async () => {
    const rates = [
      { count: 2, seconds: 60 },
      { count: 1, seconds: 3_600 },
    ]
    const limits = createRateLimits({ ...sandboxRateLimits, read: { person: rates } }, app.database.pool)
    expect(await refusedAt(limits, 'read', counting('person'), 3)).toMatchObject({ n: 2 })
  })

  it.each([
    ['2600:3c00::f03c:1', '2600:3c00::1:2:3:4', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['::ffff:198.51.100.7', '198.51.100.7', true],
    ['198.51.100.7', '198.51.100.8', false],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2:0:0:0:9', true],
  ])('counts %s and %s as one address: %s', async (left, right, same) => {
    const limits = createRateLimits(
      { ...sandboxRateLimits, read: { address: [{ count: 1, seconds: 60 }] } },
      app.database.pool,
    )
    await limits.consume('read', { address: left })
    const second = limits.consume('read', { address: right }).then(
      () => 'taken',
      () => 'refused',
    )
    expect(await second).toBe(same ? 'refused' : 'taken')
  })

  const oncePerAddress = () =>
    createRateLimits(
      { ...sandboxRateLimits, read: { address: [{ count: 1, seconds: 60 }] } },
      app.database.pool,
    )
  const hex = (n: number) => n.toString(16)

  it.each([
    ['56 bits of a household', 4, (n: number) => `2001:db8:1:${hex(n)}::1`],
    ['48 bits of a site', 16, (n: number) => `2001:db8:2:${hex(n << 8)}::1`],
    ['32 bits of a provider', 256, (n: number) => `2001:db9:${hex(n)}::1`],
  ])('allows %s %i times as many calls as one address', async (_name, times, address) => {
    const counted = (n: number) => ({ address: address(n) })
    expect(await refusedAt(oncePerAddress(), 'read', counted, times + 1)).toMatchObject({ n: times + 1 })
  })

  it('of a network cannot be used up by one of its addresses or sites', async () => {
    const limits = oncePerAddress()
    const many = (address: (n: number) => string) =>
      Promise.allSettled(
        Array.from({ length: 500 }, (_, n) => limits.consume('read', { address: address(n) })),
      )
    await many(() => '2001:dba:1:1::1')
    expect(await refusedAt(limits, 'read', () => ({ address: '2001:dba:1:2::1' }), 1)).toBeNull()
    await many(n => `2001:dba:2:${hex(n << 8)}::1`)
    expect(await refusedAt(limits, 'read', () => ({ address: '2001:dba:3::1' }), 1)).toBeNull()
    expect(await refusedAt(limits, 'read', () => ({ address: '2001:dba:2:ffff::1' }), 1)).toMatchObject({
      n: 1,
    })
  })

  it('counts IPv4 addresses separately', async () => {
    const counted = (n: number) => ({ address: `198.51.100.${n}` })
    expect(await refusedAt(oncePerAddress(), 'read', counted, 250)).toBeNull()
  })

  it('applies to every endpoint first, also for unknown callers, except for notices of a provider', async () => {
    const flood = (path: string, n: number) =>
      Promise.all(Array.from({ length: n }, () => app.send('GET', path, { from: '203.0.113.9' })))
    await flood('/user/info', 3_000)
    await flood('/support', 3_000)
    const [refused] = await flood('/sandbox/state', 1)
    expect([refused?.statusCode, refused?.json<{ code: string }>().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    const notice = await app.send('POST', '/webhooks/lob', { from: '203.0.113.9', body: {} })
    expect(notice.json()).toMatchObject({ code: 'unavailable' })
  })
})

it('has the rates that an operator sets, and the defaults for the rest', () => {
  const set = withOperatorRates(productionRateLimits, { codesPerAddressHour: 200, codesPerAddressDay: 900 })
  expect(set.codes.address?.toSorted((one, other) => one.seconds - other.seconds)).toEqual([
    { count: 200, seconds: 3_600 },
    { count: 900, seconds: 86_400 },
  ])
  expect(set.codes).toMatchObject({ network: productionRateLimits.codes.network, kept: true })
  expect(set.signIn).toEqual(productionRateLimits.signIn)
})
