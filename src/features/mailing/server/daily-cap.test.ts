import { describe, expect, it } from 'vitest'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { findLatestMailings } from './mail-requests.ts'
import { initializeMailSwitch } from './mail-switch.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Letters of one user with a daily cap of one; `after` returns their phases some time later. */
const cappedAt = async (
  openedAt: string,
  act: (after: (ms: number) => Promise<string[]>, mail: MailApp, ids: readonly string[]) => Promise<void>,
) => {
  const env = { MAIL_DAILY_CAP: '1,500', BUSINESS_TZ: 'America/New_York' }
  const capped = await openMailApp(env, { openedAt: new Date(openedAt) })
  try {
    const ids = [await capped.mail(), await capped.mail()].map(id => id ?? '')
    await act(
      async ms => {
        await capped.pass(ms)
        return Promise.all(ids.map(async id => (await capped.row(id)).phase))
      },
      capped,
      ids,
    )
  } finally {
    await capped.close()
  }
}

describe('the daily cap', () => {
  it('postpones letters over it to the next business day', async () => {
    await cappedAt('2026-03-02T15:00:00Z', async (after, capped, ids) => {
      const waiting = async () => {
        const letters = await Promise.all(ids.map(async id => (await capped.row(id)).letterId))
        const seen = await findLatestMailings(capped.app.database.db, letters)
        return letters.map(letter => seen.get(letter)?.waitsForDay)
      }
      expect(await after(0)).toEqual(['submitted', 'requested'])
      expect(await waiting()).toEqual([false, true])
      expect(await after(2 * HOUR)).toEqual(['submitted', 'requested'])
      expect(await after(22 * HOUR)).toEqual(['submitted', 'submitted'])
      expect(await waiting()).toEqual([false, false])
    })
  })

  it('resets within an hour after midnight in New York', async () => {
    await cappedAt('2026-03-03T04:58:00Z', async after => {
      expect(await after(MINUTE)).toEqual(['submitted', 'requested'])
      expect(await after(HOUR)).toEqual(['submitted', 'submitted'])
    })
  })

  it('still applies after a restore', async () => {
    await cappedAt('2026-03-02T15:00:00Z', async (after, { app, lob }) => {
      await initializeMailSwitch(app.database.db, app.now(), { wasRestored: true })
      await after(MINUTE)
      await after(31 * MINUTE)
      expect(lob.ledger).toHaveLength(1)
      await after(24 * HOUR)
      expect(lob.ledger).toHaveLength(2)
    })
  })

  it('does not reset at midnight UTC', async () => {
    await cappedAt('2026-03-02T23:58:00Z', async after => {
      expect(await after(2 * HOUR)).toEqual(['submitted', 'requested'])
    })
  })
})
