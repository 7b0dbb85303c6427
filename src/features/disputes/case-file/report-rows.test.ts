import { describe, expect, it } from 'vitest'
import type { Report } from '#features/reports/canonical.ts'
import { asked, detailedReport } from '#test/support/reports/disputed-details.ts'
import { ids } from '#test/support/reports/disputed-report.ts'
import type { Bureau } from '#values/bureau.ts'
import { listCaseRows, uniqueRows, type WantedItem } from './report-rows.ts'

const meta = { id: 'r', origin: 'import' as const, receivedAt: '2026-11-03T15:00:00.000Z' }
const all: readonly Bureau[] = ['Equifax', 'Experian', 'TransUnion']
const wanted = (thing: WantedItem['thing'], bureaus: readonly Bureau[] = all): WantedItem[] => [
  { itemId: 'i', thing, bureaus },
]
const rowsOf = (items: WantedItem[], report: Report = detailedReport, plan: 'free' | 'max' = 'max') =>
  listCaseRows(items, report, meta, plan)
const bureausOf = (...given: Parameters<typeof rowsOf>) => rowsOf(...given).map(({ bureau }) => bureau)

const account = { accountId: ids.meridian }
const inquiry = { ids: { TransUnion: asked.northgate, Experian: asked.northgateAtExperian } }
const address = { field: 'address' as const, reportedValue: '88 Canal Street, Reno, NV 89501-0042' }

describe('the rows of an item', () => {
  it.each<[string, WantedItem['thing']]>([
    ['an account', account],
    ['an inquiry', inquiry],
    ['an address', address],
  ])('are those of its bureaus that the plan shows: %s', (_, thing) => {
    expect(bureausOf(wanted(thing)).toSorted()).toEqual(['Experian', 'TransUnion'])
    expect(bureausOf(wanted(thing), detailedReport, 'free')).toEqual(['TransUnion'])
    expect(bureausOf(wanted(thing, ['Experian']))).toEqual(['Experian'])
  })

  it('are every bureau’s for an item sent to a company', () => {
    expect(bureausOf(wanted(account, [])).toSorted()).toEqual(['Experian', 'TransUnion'])
  })

  it('include a merged row, regardless of the bureau it is listed under', () => {
    const [row] = rowsOf(wanted({ accountId: ids.harbor }, ['Equifax']))
    expect(row?.row).toMatchObject({ id: ids.harbor })
  })

  it('are none for a freeze, and for an item that the report does not show', () => {
    expect(rowsOf(wanted({ type: 'freeze' }))).toEqual([])
    expect(rowsOf(wanted({ accountId: ids.meridian }), { ...detailedReport, accounts: [] })).toEqual([])
  })

  it('state the date of the bureau’s document, and what it shows, with masked numbers', () => {
    const number = '5178440299811234'
    const accounts = detailedReport.accounts.map(row => ({ ...row, accountNumber: number }))
    const rows = rowsOf(wanted(account), { ...detailedReport, accounts })
    expect(JSON.stringify(rows)).not.toContain(number)
    for (const { reportDate, facts } of rows) {
      expect(reportDate).toBe(detailedReport.reportDate)
      expect(facts.map(({ label }) => label).slice(0, 2)).toEqual(['Name as reported', 'Account number'])
      expect(facts[1]?.value).toBe('51784402****')
    }
  })
})

describe('rows of several reports', () => {
  it('show each document once, even if several reports contain it', () => {
    const [row] = rowsOf(wanted(address))
    if (!row) throw new Error('there is no such row')
    const later = { ...row, reportId: 'later', reportDate: '2026-12-01' }
    expect(uniqueRows([row, { ...row }, later])).toEqual([row, later])
  })
})
