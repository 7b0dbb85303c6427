import { expect, it } from 'vitest'
import { retention, usualRetention } from '#api/retention.ts'
import { afterDeletionText, retentionLines } from './retention-text.ts'

const periodOf = (title: string, periods = usualRetention) =>
  retentionLines(periods, null, false).find(line => line.title === title)?.period

it('states whole years in years, and the operator’s own periods', () => {
  expect(periodOf('Your account, if you stop using it')).toBe('2 years after you last signed in')
  expect(periodOf('Credit reports')).toBe('As long as your account')
  const periods = { ...usualRetention, reports: 30, sessions: 90, alerts: 12 }
  expect(periodOf('Credit reports', periods)).toBe('30 months after they arrived')
  expect(periodOf('Sign-ins', periods)).toBe('90 days after they ended')
  expect(periodOf('Alerts', periods)).toBe('1 year after we told you')
})

it('states the reason for keeping unused accounts for longer than two years, and only then', () => {
  const [longer] = retentionLines(
    { ...usualRetention, inactiveAccounts: 36 },
    'Coaching pauses for years.',
    false,
  )
  expect(longer?.why).toContain('Why so long: Coaching pauses for years.')
  const [usual] = retentionLines(usualRetention, 'Coaching pauses for years.', false)
  expect(usual?.why).not.toContain('Coaching')
})

it('covers every kind that an operator may set, and how long backups are kept', () => {
  const all = retentionLines(usualRetention, null, false)
  const settable = Object.values(retention).filter(row => 'bounds' in row)
  for (const [kind, row] of Object.entries(retention)) {
    if (!('bounds' in row) || kind === 'backups') continue
    const changed = retentionLines({ ...usualRetention, [kind]: row.bounds.most - 1 }, null, false)
    expect(changed.filter(({ period }, index) => period !== all[index]?.period)).toHaveLength(1)
  }
  expect(settable.length).toBeGreaterThan(5)
  expect(afterDeletionText({ ...usualRetention, backups: 14 }, false)).toContain(
    'after 21 days nothing can be recovered',
  )
})
