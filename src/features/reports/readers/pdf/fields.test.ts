import { describe, expect, test } from 'vitest'
import { findColumns } from './columns.ts'
import { readFields } from './fields.ts'
import { createLabels, findUnknownLabels } from './labels.ts'
import type { Row } from './rows.ts'
import { createHeadings, rowsOf, splitBlocks, splitSections } from './sections.ts'

const size = 8
const lineHeight = 11

/** A row from a text: each piece after `@x ` begins at that x, letters are 4 points wide and words 2.4 apart. */
const row = (text: string, line: number, page = 1): Row => {
  const words = text.split(/(?=@\d)/).flatMap(piece => {
    const [, start = '20', rest = piece] = /^@(\d+) (.*)$/s.exec(piece) ?? []
    let x = Number(start)
    return rest
      .trim()
      .split(' ')
      .map(word => {
        const found = { x, x2: x + word.length * 4, text: word }
        x = found.x2 + 2.4
        return found
      })
  })
  return { page, y: 100 + line * lineHeight, size, words, text: words.map(one => one.text).join(' ') }
}
const rowsFrom = (...texts: string[]): Row[] => texts.map((text, index) => row(text, index))

const table = {
  Balance: 'balance',
  'Balance Updated': 'updated',
  Status: 'status',
  'Account Name': 'name',
  'Account Number': 'number',
  Terms: 'terms',
  'Amount Past Due': 'pastDue',
} as const
const labels = createLabels(table)

const read = (rows: Row[], { colons = false, unknown = [] as string[] } = {}) => {
  const all = createLabels(table, unknown)
  const fields = readFields(rows, all, { columns: findColumns(rows, all), colons })
  return {
    values: Object.fromEntries([...fields.values].map(([name, { value }]) => [name, value])),
    twice: fields.twice.map(({ label, value }) => `${label}=${value}`),
    unknown: fields.unknown.map(({ label, value }) => `${label}=${value}`),
    loose: fields.loose,
  }
}

describe('fields', () => {
  test('are read from two lanes side by side, with a value wrapped next to a label', () => {
    const rows = rowsFrom(
      '@20 Account Name @90 ACME @300 Balance @390 $5',
      '@90 BANK',
      '@20 Status @90 Open/Never @300 Balance Updated @390 05/2026',
      '@90 late. @300 Terms',
    )
    expect(read(rows)).toEqual({
      values: {
        name: 'ACME BANK',
        balance: '$5',
        status: 'Open/Never late.',
        updated: '05/2026',
        terms: null,
      },
      twice: [],
      unknown: [],
      loose: [],
    })
  })

  test('have no value for a label before another label', () => {
    expect(read(rowsFrom('Balance: Amount Past Due: $7', 'Terms:'), { colons: true }).values).toEqual({
      balance: null,
      pastDue: '$7',
      terms: null,
    })
  })

  test('are matched by the longest label', () => {
    expect(read(rowsFrom('Balance Updated 05/2026')).values).toEqual({ updated: '05/2026' })
  })

  test('are read from lines separated by bars; a wrapped value continues at the start of the next row', () => {
    const rows = rowsFrom(
      'PO BOX 12 | (800) 555-0100',
      'Account Number: *3883 | Status: Charge',
      'Off | Balance:$5',
      'Terms : 36 Months',
    )
    expect(read(rows, { colons: true })).toMatchObject({
      values: { number: '*3883', status: 'Charge Off', balance: '$5', terms: '36 Months' },
      loose: ['PO BOX 12 (800) 555-0100'],
    })
  })

  test('keep names that look like labels as values', () => {
    const rows = rowsFrom(
      '@20 Account Name @90 STATUS CREDIT UNION',
      '@20 Account Number @90 Balance Bank 12',
      '@20 Terms @90 Account Number',
      '@20 Balance @90 $1',
      '@20 Status @90 Open',
    )
    expect(read(rows).values).toEqual({
      name: 'STATUS CREDIT UNION',
      number: 'Balance Bank 12',
      terms: 'Account Number',
      balance: '$1',
      status: 'Open',
    })
    expect(read(rowsFrom('Status: paid of Balance due | Terms: NA'), { colons: true }).values).toEqual({
      status: 'paid of Balance due',
      terms: 'NA',
    })
  })

  test('are read with a wrapped label', () => {
    const rows = rowsFrom('@20 Amount @300 Status @380 Open', '@20 Past Due @90 $7 @300 Balance @380 $1')
    expect(read(rows).values).toEqual({ pastDue: '$7', status: 'Open', balance: '$1' })
  })

  test('have the first value in reading order for a repeated label, and the other is reported', () => {
    const rows = rowsFrom('@20 Balance $1 @300 Status @390 Open', '@20 Terms NA @300 Balance @390 $2')
    expect(read(rows)).toMatchObject({ values: { balance: '$1', terms: 'NA' }, twice: ['Balance=$2'] })
  })

  test('do not include text further down', () => {
    const rows = [row('Terms: NA', 0), row('A word about nothing.', 4)]
    expect(read(rows, { colons: true })).toMatchObject({
      values: { terms: 'NA' },
      loose: ['A word about nothing.'],
    })
  })

  test('continue after a page break', () => {
    const rows = [row('Status Account', 50), row('charged off.', -8, 2)]
    expect(read(rows).values).toEqual({ status: 'Account charged off.' })
  })

  test('use a column with one label on a page if another page has it', () => {
    const first = rowsFrom('@20 Status Open @300 Terms @390 NA', '@20 Account Name ACME @300 Balance @390 $1')
    const second = [row('@20 Account Number 12 @300 Balance Updated @390 05/2026', -8, 2)]
    expect(read([...first, ...second]).values).toMatchObject({ number: '12', updated: '05/2026' })
  })

  test('are found on a page with a different margin and scale', () => {
    const first = rowsFrom('@20 Status Open @300 Terms @390 NA', '@20 Account Name ACME @300 Balance @390 $1')
    const second = [
      row('@60 Status Paid @350 Terms @440 36', 0, 2),
      row('@60 Account Number 12 @350 Balance @440 $2', 1, 2),
    ]
    expect(findColumns([...first, ...second], labels)).toEqual(
      new Map([
        [1, [20, 300]],
        [2, [60, 350]],
      ]),
    )
  })
})

describe('unknown labels', () => {
  const block = (line: number) => [
    row('Balance: $5', line),
    row('New Detail: 12', line + 1),
    row('Status: Open', line + 2),
  ]

  test('end the previous value if they recur', () => {
    const unknown = findUnknownLabels([block(0), block(10), [row('Balance: $7', 20)]], labels)
    expect(unknown).toEqual(['New Detail'])
    expect(read(block(0), { colons: true, unknown })).toMatchObject({
      values: { balance: '$5', status: 'Open' },
      unknown: ['New Detail=12'],
    })
  })

  test('are part of a value if they do not recur', () => {
    expect(findUnknownLabels([block(0), [row('Balance: $7', 20)], [row('Terms: NA', 30)]], labels)).toEqual(
      [],
    )
  })

  test('that begin like a known label are not mistaken for it', () => {
    const rows = rowsFrom('Balance History: 12', 'Status: Open')
    expect(findUnknownLabels([rows, rows], labels)).toEqual(['Balance History'])
    expect(read(rows, { colons: true, unknown: ['Balance History'] })).toMatchObject({
      values: { status: 'Open' },
      unknown: ['Balance History=12'],
    })
    expect(read(rows, { colons: true }).values).toEqual({ status: 'Open' })
  })
})

test('sections are split by standalone headings, and entries by their starts', () => {
  const headingOf = createHeadings({ Accounts: 'accounts', 'Hard Inquiries': 'inquiries' })
  const rows = rowsFrom('Top', 'Accounts', 'a 1', '30 Hard Inquiries', 'b', '8. HARD INQUIRIES:', 'c')
  const sections = splitSections(rows, headingOf)
  expect(rowsOf(sections, null).map(({ text }) => text)).toEqual(['Top'])
  expect(rowsOf(sections, 'accounts').map(({ text }) => text)).toEqual(['a 1', '30 Hard Inquiries', 'b'])
  expect(rowsOf(sections, 'inquiries').map(({ text }) => text)).toEqual(['c'])
  expect(splitBlocks(rows, [2, 4]).map(block => block.map(({ text }) => text))).toEqual([
    ['a 1', '30 Hard Inquiries'],
    ['b', '8. HARD INQUIRIES:', 'c'],
  ])
})
