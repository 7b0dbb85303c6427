import { describe, expect, test } from 'vitest'
import { factorIn } from '#test/support/reports/factor-in.ts'
import { accountOf, inquiryOf, reportOf } from '#test/support/reports/report-of.ts'

describe('hard inquiries', () => {
  test.each([
    ['one', [{}], '1'],
    [
      'the same at two bureaus once',
      [{}, { bureau: 'Equifax' as const, company: 'CEDAR AUTO FINANCE' }],
      '1',
    ],
    [
      'the same at three bureaus that spell it apart once',
      [
        { company: 'CEDAR AUTO FIN' },
        { bureau: 'Experian' as const, company: 'CEDAR AUTO FINANCE' },
        { bureau: 'Equifax' as const, company: 'CEDAR AUTO FINANCE LLC' },
      ],
      '1',
    ],
    ['two spellings at one bureau twice', [{}, { company: 'CEDAR AUTO FIN' }], '2'],
    ['two companies of one day twice', [{}, { bureau: 'Equifax' as const, company: 'QUARRY BANK' }], '2'],
    ['the same company on two days twice', [{}, { date: '2026-08-23' }], '2'],
    ['soft ones left out', [{ kind: 'soft' as const }], '0'],
    ['those of 24 months ago', [{ date: '2024-11-14' }], '1'],
    ['those a day older left out', [{ date: '2024-11-13' }], '0'],
    ['a month that reaches into the window', [{ date: '2024-11' }], '1'],
    ['those without a date left out', [{ date: null }], '0'],
  ])('%s', (_, inquiries, value) => {
    expect(factorIn('hard_inquiries', reportOf({ inquiries: inquiries.map(inquiryOf) }))?.value).toBe(value)
  })

  test('are counted from the last reported account when the report has no date', () => {
    const report = reportOf({
      reportDate: null,
      accounts: [accountOf({ lastReported: '2020-01-01' })],
      inquiries: [inquiryOf({ date: '2019-05-01' })],
    })
    expect(factorIn('hard_inquiries', report)?.description).toBe(
      '1 application for credit in the 24 months before 01/01/2020.',
    )
  })
})
