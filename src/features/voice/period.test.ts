import { describe, expect, it } from 'vitest'
import { findPeriod, isInPeriod } from './period.ts'
import { normalizeWords } from './recognition/words.ts'

const today = '2026-11-22'

describe('calendar words', () => {
  it.each<[question: string, since: string | null, until: string | null]>([
    ['who pulled my credit this year', '2026-01-01', today],
    ['was I late last year', '2025-01-01', '2025-12-31'],
    ['any late payments in the last year', '2025-11-22', today],
    ['what changed since June?', '2026-06-01', today],
    ['inquiries since December', '2025-12-01', today],
    ['inquiries last month', '2026-10-01', '2026-10-31'],
    ['late payments in 2025', '2025-01-01', '2025-12-31'],
    ['inquiries in March 2025', '2025-03-01', '2025-03-31'],
    ['my score in March', '2026-03-01', '2026-03-31'],
    ['the past 90 days', '2026-08-24', today],
    ['the last three months', '2026-08-22', today],
    ['between February and April', '2026-02-01', '2026-04-30'],
    ['before 2024', null, '2023-12-31'],
    ['after June', '2026-07-01', today],
    ['last quarter', '2026-07-01', '2026-09-30'],
    ['this week', '2026-11-16', today],
    ['quien vio mi credito este año', '2026-01-01', today],
    ['pagos tarde desde junio', '2026-06-01', today],
  ])('"%s" is from %s to %s', (question, since, until) => {
    expect(findPeriod(normalizeWords(question), today)).toEqual({ since, until })
  })

  it.each(['What is my score?', 'may I ask what I owe', 'since my last report'])(
    '"%s" names no time',
    question => {
      expect(findPeriod(normalizeWords(question), today)).toBeNull()
    },
  )

  it('include a month if any of its days is in the period', () => {
    const period = { since: '2026-06-15', until: '2026-07-01' }
    expect(
      ['2026-05', '2026-06', '2026-07', '2026-07-02', null].map(date => isInPeriod(date, period)),
    ).toEqual([false, true, true, false, false])
  })
})
