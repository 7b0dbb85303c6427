import { describe, expect, it } from 'vitest'
import { times } from '#test/support/chance.ts'
import { LONGEST_STALL_SECONDS, simulateMany } from '#test/support/mailing/mail-simulation.ts'
import { SLOWEST } from '#test/support/mailing/simulated-world.ts'
import { defaultMailTimes, type MailTimes } from './times.ts'

/** `npm run lab -- mail-simulation` runs a hundred thousand. */
const SCHEDULES = times(200)

/** Whether one of the first schedules breaks something; ends with the first that does. */
const breaksWith = async (mailTimes: MailTimes, schedules: number) => {
  for (let from = 1; from <= schedules; from++)
    if ((await simulateMany(1, mailTimes, { from })).broken.length > 0) return true
  return false
}

describe('mailing under any schedule of faults, kills and restores', () => {
  it('mails each letter once and neither loses nor changes any', async () => {
    const { broken, letters, crashes, needsOperator, pauses } = await simulateMany(SCHEDULES)
    expect(broken).toEqual([])
    expect(letters).toBeGreaterThan(SCHEDULES)
    expect(crashes).toBeGreaterThan(SCHEDULES / 20)
    expect(needsOperator).toBeLessThan(letters / 50)
    // One in a hundred schedules has a whole day's letters during an outage; many of them pause sending.
    expect(pauses).toBeGreaterThan(SCHEDULES / 400)
  })

  it('resolves 99 of 100 ambiguous letters within five minutes, all within fifteen', async () => {
    const { broken, tookMs } = await simulateMany(SCHEDULES, defaultMailTimes, {
      from: 1_000_000,
      peaceful: true,
    })
    expect(broken).toEqual([])
    const within = (minutes: number) => tookMs.filter(took => took <= minutes * 60_000).length
    expect(tookMs.length).toBeGreaterThan(SCHEDULES / 5)
    expect(within(5) / tookMs.length).toBeGreaterThanOrEqual(0.99)
    expect(within(15)).toBe(tookMs.length)
  })

  it('detects letters mailed twice when the wait after an ambiguous attempt is removed', async () => {
    const hasty = { ...defaultMailTimes, settle: 0, settleLost: 0, lease: 1_000, call: 500 }
    expect(await breaksWith(hasty, 300)).toBe(true)
  })

  it('mails a letter once when its worker was suspended twice before a slow call: schedule 5061900', async () => {
    const shorter = { ...defaultMailTimes, settleLost: defaultMailTimes.settle }
    expect((await simulateMany(1, shorter, { from: 5_061_900 })).broken).not.toEqual([])
    expect((await simulateMany(1, defaultMailTimes, { from: 5_061_900 })).broken).toEqual([])
  })

  it('looks up the letter of a lost worker only when no call of that worker can still complete', () => {
    const { lease, call, settleLost } = defaultMailTimes
    const lastBytes = lease - call + LONGEST_STALL_SECONDS * 1_000
    expect(lease + settleLost).toBeGreaterThan(lastBytes + SLOWEST * 1_000)
  })

  it('detects letters mailed twice when the lookups after a restore are removed', async () => {
    const trusting = { ...defaultMailTimes, watchful: 0 }
    expect(await breaksWith(trusting, 600)).toBe(true)
  })
})
