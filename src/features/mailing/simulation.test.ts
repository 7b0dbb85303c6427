import { describe, expect, it } from 'vitest'
import { simulateMany } from '#testing/mail-simulation.ts'
import { usualTimes } from './times.ts'

const SCHEDULES = 3_000

describe('mailing under any schedule of faults, kills and restores', () => {
  it('mails each letter once, and none is forgotten or changed', async () => {
    const { broken, letters, crashes, needsOperator } = await simulateMany(SCHEDULES)
    expect(broken).toEqual([])
    expect(letters).toBeGreaterThan(SCHEDULES)
    expect(crashes).toBeGreaterThan(SCHEDULES / 20)
    expect(needsOperator).toBeLessThan(letters / 50)
  })

  it('is judged by a world that notices: without the wait after an unclear end letters are mailed twice', async () => {
    const hasty = { ...usualTimes, settle: 0, lease: 1_000, call: 500 }
    expect((await simulateMany(300, hasty)).broken).not.toEqual([])
  })

  it('is judged by a world that notices: without the look-ups after a restore letters are mailed twice', async () => {
    const trusting = { ...usualTimes, watchful: 0 }
    expect((await simulateMany(600, trusting)).broken).not.toEqual([])
  })
})
