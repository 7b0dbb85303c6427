import { describe, expect, test } from 'vitest'
import { equifaxPages } from '#test/support/reports/printed/equifax.ts'
import { usualEquifax } from '#test/support/reports/printed/equifax-accounts.ts'
import { coverageOf, known, readReportIn } from '#test/support/reports/printed/equifax-known.ts'
import type { PrintedRow } from '#test/support/reports/printed/page-rows.ts'
import type { PaymentMonth } from '../../../canonical.ts'
import type { Word } from '../pages-text.ts'

const textOf = ({ cells }: PrintedRow): string => cells.map(({ text }) => text).join(' ')

const mapText =
  (change: (text: string) => string) =>
  (row: PrintedRow): PrintedRow => ({
    ...row,
    cells: row.cells.map(cell => ({ ...cell, text: change(cell.text) })),
  })

/** Several accounts with all kinds of values. */
const several = known(3)

const readChanged = (change: (rows: PrintedRow[]) => PrintedRow[], quirks = usualEquifax) =>
  readReportIn(equifaxPages(several, quirks, {}, change))

const whole = readChanged(rows => rows)

describe('damaged data', () => {
  test.each([
    ['Date Reported: ', 'lastReported'],
    ['Balance: ', 'currentBalance'],
    ['Account Number: ', 'accountNumber'],
    ['High Credit: ', 'highBalance'],
    ['Date of 1st Delinquency: ', 'dateFirstDelinquency'],
    ['Date Opened: ', 'dateOpened'],
    ['Amount Past Due: ', 'amountPastDue'],
    ['Months Reviewed: ', 'monthsReviewed'],
  ] as const)('without the label %s only its value is not reported', (label, field) => {
    const gone = new RegExp(`${label}\\S*`)
    const read = readChanged(rows => rows.map(mapText(text => text.replace(gone, ''))))
    expect(read.accounts).toEqual(whole.accounts.map(row => ({ ...row, [field]: null })))
  })

  test('a label twice in an account: the first value counts, with a doubt', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace('Deferred Payment Start Date:', 'Balance: $7'))),
    )
    expect(read.accounts).toEqual(whole.accounts)
    expect(coverageOf(read).doubts.map(({ kind, about }) => [kind, about])).toEqual(
      whole.accounts.map(row => ['labelTwice', row.creditorNameReported]),
    )
  })

  test('an unknown label: its value is left out, with a doubt', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace('Balloon Payment Amount:', 'New Equifax Detail: $7'))),
    )
    expect(read.accounts).toEqual(whole.accounts)
    expect(coverageOf(read).doubts).toMatchObject(
      whole.accounts.map(row => ({ kind: 'unknownLabel', about: row.creditorNameReported, count: 1 })),
    )
  })

  test('an account without its heading is left out, with a doubt', () => {
    const [, second, ...others] = several.accounts
    const heading = `${second?.creditorNameReported} - ${second?.openClosed}`
    const read = readChanged(rows => {
      const at = rows.findIndex(row => textOf(row) === heading)
      const first = rows.findIndex((row, index) => index > at && textOf(row).startsWith('Date Reported'))
      return rows.filter((_, index) => index < at || index >= first)
    })
    expect(read.accounts).toHaveLength(others.length + 1)
    expect(coverageOf(read).doubts).toMatchObject([{ kind: 'entryLost', section: 'accounts', about: null }])
  })

  test('an account with only its heading left is named in a doubt', () => {
    const [, second] = several.accounts
    const heading = `${second?.creditorNameReported} - ${second?.openClosed}`
    const read = readChanged(rows => {
      const at = rows.findIndex(row => textOf(row) === heading)
      const next = rows.findIndex((row, index) => index > at && / - (Open|Closed)$/.test(textOf(row)))
      return rows.filter((_, index) => index <= at || index >= next)
    })
    expect(read.accounts).toHaveLength(several.accounts.length - 1)
    expect(coverageOf(read).doubts).toMatchObject([
      { kind: 'entryLost', about: second?.creditorNameReported },
    ])
  })

  test('a missing account that the summary names is a doubt', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace(/^Oldest Account .*$/, 'Oldest Account GONE BANK | Jan 1999'))),
    )
    expect(coverageOf(read).doubts).toMatchObject([{ kind: 'entryLost', about: 'GONE BANK' }])
  })

  test('an invalid date or amount is not reported, with a doubt', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace(/Date Closed: \d\S*/, 'Date Closed: soon'))),
    )
    const closed = whole.accounts.filter(row => row.dateClosed !== null)
    expect(read.accounts.every(row => row.dateClosed === null)).toBe(true)
    expect(coverageOf(read).doubts.map(({ kind }) => kind)).toEqual(closed.map(() => 'unknownWords'))
  })

  test('unknown status words are kept without a meaning, with a doubt', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace('Pays As Agreed', 'In the Ledger of May'))),
    )
    const [row] = read.accounts.filter(({ condition }) => condition === 'In the Ledger of May')
    expect(row?.payStatus).toBe('U')
    expect(coverageOf(read).doubts[0]).toMatchObject({ kind: 'unknownWords' })
  })

  test('pages with warnings of the PDF reader are damaged', () => {
    const pages = equifaxPages(several)
    const warned = { ...pages, pages: pages.pages.map((page, index) => ({ ...page, warned: index === 1 })) }
    expect(coverageOf(readReportIn(warned)).pagesDamaged).toEqual([2])
  })
})

describe('the months', () => {
  const ticks = whole.accounts.flatMap(row =>
    row.paymentHistory.filter(({ status }) => status === 'OK'),
  ).length

  test.each([
    ['the legend shows no drawing', { legend: 'bare' }],
    ['there is no legend', { legend: 'none' }],
    ['images are known by their place in the legend alone', { marks: 'image', legend: 'bare' }],
    ['icons are not in the legend', { marks: 'icon', legend: 'bare' }],
  ] as const)('ticks are left out and counted if %s', (_, quirks) => {
    const read = readChanged(rows => rows, { ...usualEquifax, ...quirks })
    const without = whole.accounts.map(row => row.paymentHistory.filter(({ status }) => status !== 'OK'))
    expect(read.accounts.map(row => row.paymentHistory)).toEqual(without)
    expect(coverageOf(read).monthsUnreadable).toBeGreaterThanOrEqual(ticks)
  })

  test('missing drawings are counted from the opening to the last report', () => {
    const read = readChanged(rows => rows, { ...usualEquifax, marks: 'lost' })
    expect(read.accounts.flatMap(row => row.paymentHistory).every(({ status }) => status !== 'OK')).toBe(true)
    expect(coverageOf(read).monthsUnreadable).toBeGreaterThanOrEqual(ticks)
  })

  test('one drawing with two meanings is unreadable', () => {
    const pages = equifaxPages(several)
    const alike = {
      ...pages,
      shapes: pages.shapes.map(shape => ({
        ...shape,
        kind: 'image' as const,
        color: null,
        width: 5,
        height: 5,
      })),
    }
    const read = readReportIn(alike)
    expect(read.accounts.flatMap(row => row.paymentHistory).every(({ status }) => status !== 'OK')).toBe(true)
    expect(coverageOf(read).monthsUnreadable).toBeGreaterThanOrEqual(ticks)
  })

  test('a cell with two drawings is left out and counted', () => {
    const pages = equifaxPages(several)
    const [first] = pages.shapes
    if (first === undefined) throw new Error('A drawing expected.')
    const twice = { ...pages, shapes: [...pages.shapes, { ...first, x: first.x + 1 }] }
    expect(coverageOf(readReportIn(twice)).monthsUnreadable).toBe(1)
  })

  test('a mark outside all columns belongs to no month, and is counted', () => {
    const pages = equifaxPages(several, { ...usualEquifax, marks: 'character' })
    const isMoved = ({ text, x }: Word) => text === 'CO' && Math.abs(x - 79) < 0.5
    const lost = pages.words.filter(isMoved).length
    const moved = pages.words.map(word => (isMoved(word) ? { ...word, x: 560, x2: 568 } : word))
    const read = readReportIn({ ...pages, words: moved })
    const isLost = (month: PaymentMonth) => month.status === 'CO' && month.date.endsWith('-01')
    expect(lost).toBeGreaterThan(0)
    expect(coverageOf(read).monthsUnreadable).toBeGreaterThanOrEqual(lost)
    expect(read.accounts.map(row => row.paymentHistory)).toEqual(
      whole.accounts.map(row => row.paymentHistory.filter(month => !isLost(month))),
    )
  })
})
