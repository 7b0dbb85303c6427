import { describe, expect, test } from 'vitest'
import { chanceOf } from '#test/support/chance.ts'
import { expectedIn, knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import {
  conditionWords,
  type EquifaxQuirks,
  equifaxPages,
  narrativeCode,
  usualEquifax,
} from '#test/support/reports/printed/equifax.ts'
import type { PagesOptions, PrintedRow } from '#test/support/reports/printed/page-rows.ts'
import type { PaymentMonth, Report } from '../../../canonical.ts'
import { readPages } from '../detect.ts'
import type { PagesText, Word } from '../pages-text.ts'

const readReportIn = (pages: PagesText): Report => {
  const reading = readPages(pages, knownOwner)
  if (reading.kind !== 'report') throw new Error(reading.message)
  return reading.report
}

const coverageOf = (report: Report) => {
  const [coverage] = report.coverage ?? []
  if (coverage === undefined) throw new Error('A reading of a print has coverage.')
  return coverage
}

const oneLine = <A extends { street: string | null; city: string | null }>(address: A): A => ({
  ...address,
  street: `${address.street} ${address.city}`,
  city: null,
})

/** What is left of a known report in this print: one-line addresses do not tell where the city begins. */
const expectedOf = (report: Report, quirks: EquifaxQuirks): Report => {
  const kept = expectedIn(report, 'equifax-pdf')
  const isOneLine = quirks.contact === 'oneLine'
  return {
    ...kept,
    accounts: kept.accounts.map((row, index) => ({
      ...row,
      id: `account-${index}`,
      condition: conditionWords(row),
      remarks: row.remarks.map(({ text }) => ({ code: narrativeCode(text), text })),
      address: row.address && isOneLine ? oneLine(row.address) : row.address,
    })),
    inquiries: kept.inquiries.map((row, index) => ({
      ...row,
      id: `inquiry-${index}`,
      address: row.address && isOneLine ? oneLine(row.address) : row.address,
    })),
    publicRecords: kept.publicRecords.map((row, index) => ({ ...row, id: `record-${index}` })),
    personal: kept.personal.map(row => ({
      ...row,
      currentAddress: row.currentAddress && oneLine(row.currentAddress),
      previousAddresses: row.previousAddresses.map(oneLine),
    })),
  }
}

const content = ({ accounts, inquiries, publicRecords, personal, subject, reportDate }: Report) => ({
  accounts,
  inquiries,
  publicRecords,
  personal,
  subject,
  reportDate,
})

const known = (seed: number): Report => {
  const report = knownReport(seed, { only: ['Equifax'] })
  return {
    ...report,
    personal: report.personal.length > 0 ? report.personal : knownReport(1, { only: ['Equifax'] }).personal,
  }
}

const quirksOf = (seed: number): EquifaxQuirks => {
  const chance = chanceOf(seed + 1)
  chance.next()
  return {
    marks: chance.one(['stroke', 'image', 'character', 'icon']),
    legend: 'drawn',
    columns: chance.is(0.7),
    contact: chance.one(['oneLine', 'twoLines']),
    nothing: chance.one(['', '-', '\u2014']),
    numberedHeadings: chance.is(0.3),
    adverseMarks: chance.is(0.7),
    joinDates: false,
    push: chance.between(0, 300),
  }
}

const optionsOf = (seed: number): Partial<PagesOptions> => {
  const chance = chanceOf(seed * 31 + 7)
  chance.next()
  return {
    paper: chance.one(['Letter', 'A4']),
    scale: chance.between(60, 100) / 100,
    ligatures: chance.is(0.5),
  }
}

/** Every row of inquiries in one order, since joined dates change it. */
const inquiriesOf = (report: Report) =>
  report.inquiries.map(({ id: _, ...row }) => JSON.stringify(row)).toSorted((a, b) => (a < b ? -1 : 1))

describe('a known report, printed and read', () => {
  test('is the same on what is carried, for 200 people and all quirks', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const report = known(seed)
      const quirks = quirksOf(seed)
      const read = readReportIn(equifaxPages(report, quirks, optionsOf(seed)))
      expect(content(read), `${seed}`).toEqual(content(expectedOf(report, quirks)))
      expect(coverageOf(read), `${seed}`).toMatchObject({
        monthsUnreadable: 0,
        pagesMissing: [],
        doubts: [],
        sections: ['personal', 'accounts', 'publicRecords', 'inquiries'],
      })
    }
  })

  test('one inquiry for each date, where a company stands once with several', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const report = known(seed)
      const quirks = { ...usualEquifax, joinDates: true }
      const read = readReportIn(equifaxPages(report, quirks))
      expect(inquiriesOf(read)).toEqual(inquiriesOf(expectedOf(report, quirks)))
    }
  })

  test('says what an empty file says: none, which is not unknown', () => {
    const report = { ...known(0), accounts: [], inquiries: [], publicRecords: [] }
    expect(coverageOf(readReportIn(equifaxPages(report))).stated).toEqual({
      accounts: 0,
      inquiries: 0,
      publicRecords: 0,
    })
  })

  test('four hundred accounts are read in time', () => {
    const rows = Array.from({ length: 40 }, (_, seed) => known(seed)).flatMap(({ accounts }) => accounts)
    const report = { ...known(0), accounts: rows.flatMap(row => [row, row]).slice(0, 400) }
    expect(readReportIn(equifaxPages(report)).accounts).toHaveLength(400)
  })
})

/** Each word on its own page moved, scaled and in another order in the file. */
const rearranged = (pages: PagesText, seed: number): PagesText => {
  const chance = chanceOf(seed + 99)
  chance.next()
  const changes = pages.pages.map(() => ({
    by: 0.8 + chance.next() / 2,
    x: chance.between(0, 40),
    y: chance.between(0, 9),
  }))
  const changeOf = (page: number) => changes[page - 1] ?? { by: 1, x: 0, y: 0 }
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map(one => ({ one, at: chance.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one)
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const { by } = changeOf(index + 1)
      return { ...page, width: page.width * by, height: page.height * by }
    }),
    words: shuffled(pages.words).map(word => {
      const { by, x, y } = changeOf(word.page)
      return { ...word, x: word.x * by + x, x2: word.x2 * by + x, y: word.y * by + y, size: word.size * by }
    }),
    shapes: shuffled(pages.shapes).map(shape => {
      const { by, x, y } = changeOf(shape.page)
      return {
        ...shape,
        x: shape.x * by + x,
        y: shape.y * by + y,
        width: shape.width * by,
        height: shape.height * by,
      }
    }),
  }
}

const withoutPage = (pages: PagesText, lost: number): PagesText => {
  const kept = <T extends { page: number }>(list: readonly T[]): T[] =>
    list.flatMap(one => (one.page === lost ? [] : [{ ...one, page: one.page - Number(one.page > lost) }]))
  return {
    ...pages,
    pages: pages.pages.filter((_, index) => index + 1 !== lost),
    words: kept(pages.words),
    shapes: kept(pages.shapes),
  }
}

test('moving, scaling and reordering what stands on a page changes nothing', () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const pages = equifaxPages(known(seed), quirksOf(seed))
    const { coverage: _, ...expected } = readReportIn(pages)
    const { coverage: __, ...read } = readReportIn(rearranged(pages, seed))
    expect(read, `${seed}`).toEqual(expected)
  }
})

test('a page that the file lacks is told', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const pages = equifaxPages(known(seed))
    const lost = 1 + (seed % pages.pages.length)
    const reading = readPages(withoutPage(pages, lost), knownOwner)
    if (pages.pages.length > 1 && reading.kind === 'report')
      expect(coverageOf(reading.report).pagesMissing, `${seed}`).toEqual([lost])
  }
})

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

describe('what is damaged', () => {
  test.each([
    ['Date Reported: ', 'lastReported'],
    ['Balance: ', 'currentBalance'],
    ['Account Number: ', 'accountNumber'],
    ['High Credit: ', 'highBalance'],
    ['Date of 1st Delinquency: ', 'dateFirstDelinquency'],
    ['Date Opened: ', 'dateOpened'],
    ['Amount Past Due: ', 'amountPastDue'],
    ['Months Reviewed: ', 'monthsReviewed'],
  ] as const)('without the label %s its value alone is not reported', (label, field) => {
    const gone = new RegExp(`${label}\\S*`)
    const read = readChanged(rows => rows.map(mapText(text => text.replace(gone, ''))))
    expect(read.accounts).toEqual(whole.accounts.map(row => ({ ...row, [field]: null })))
  })

  test('a label twice in an account: the first value counts, and it is told', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace('Deferred Payment Start Date:', 'Balance: $7'))),
    )
    expect(read.accounts).toEqual(whole.accounts)
    expect(coverageOf(read).doubts.map(({ kind, about }) => [kind, about])).toEqual(
      whole.accounts.map(row => ['labelTwice', row.creditorNameReported]),
    )
  })

  test('a label that is not known: its value is left out and told', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace('Balloon Payment Amount:', 'New Equifax Detail: $7'))),
    )
    expect(read.accounts).toEqual(whole.accounts)
    expect(coverageOf(read).doubts).toMatchObject(
      whole.accounts.map(row => ({ kind: 'unknownLabel', about: row.creditorNameReported, count: 1 })),
    )
  })

  test('an account without its heading is short by one, and told', () => {
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

  test('an account of which only the heading is left is told by its name', () => {
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

  test('an account that the summary names and that is not there is told', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace(/^Oldest Account .*$/, 'Oldest Account GONE BANK | Jan 1999'))),
    )
    expect(coverageOf(read).doubts).toMatchObject([{ kind: 'entryLost', about: 'GONE BANK' }])
  })

  test('a value that is no date or amount is not reported, and told', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace(/Date Closed: \d\S*/, 'Date Closed: soon'))),
    )
    const closed = whole.accounts.filter(row => row.dateClosed !== null)
    expect(read.accounts.every(row => row.dateClosed === null)).toBe(true)
    expect(coverageOf(read).doubts.map(({ kind }) => kind)).toEqual(closed.map(() => 'unknownWords'))
  })

  test('words of a status that are not known are kept, without a meaning, and told', () => {
    const read = readChanged(rows =>
      rows.map(mapText(text => text.replace('Pays As Agreed', 'In the Ledger of May'))),
    )
    const [row] = read.accounts.filter(({ condition }) => condition === 'In the Ledger of May')
    expect(row?.payStatus).toBe('U')
    expect(coverageOf(read).doubts[0]).toMatchObject({ kind: 'unknownWords' })
  })

  test('pages about which the PDF reader warned', () => {
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
  ] as const)('ticks are left out and counted where %s', (_, quirks) => {
    const read = readChanged(rows => rows, { ...usualEquifax, ...quirks })
    const without = whole.accounts.map(row => row.paymentHistory.filter(({ status }) => status !== 'OK'))
    expect(read.accounts.map(row => row.paymentHistory)).toEqual(without)
    expect(coverageOf(read).monthsUnreadable).toBeGreaterThanOrEqual(ticks)
  })

  test('drawings that are not in the file are counted from the opening to the last report', () => {
    const read = readChanged(rows => rows, { ...usualEquifax, marks: 'lost' })
    expect(read.accounts.flatMap(row => row.paymentHistory).every(({ status }) => status !== 'OK')).toBe(true)
    expect(coverageOf(read).monthsUnreadable).toBeGreaterThanOrEqual(ticks)
  })

  test('one drawing for two meanings means nothing', () => {
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

  test('a mark beside all columns is in no month, and counted', () => {
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
