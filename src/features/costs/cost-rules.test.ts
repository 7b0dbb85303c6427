import { describe, expect, it } from 'vitest'
import { letterKind, priceOf, reachedLimit, toCents } from './cost-rules.ts'
import { csvLine } from './server/routes.ts'

const prices = { pull: 45_000, letter: 9_500, certifiedLetter: 78_000, extraPage: 1_200, text: 79 }
const settings = { prices, limits: {} }

describe('a price', () => {
  it.each([
    ['a pull', 'pull', null, 45_000],
    ['a letter whose pages nobody counted', 'letter', null, 9_500],
    ['a letter of one page', 'letter', 1, 9_500],
    ['a letter of four pages', 'letter', 4, 13_100],
    ['a certified letter of two pages', 'certified_letter', 2, 79_200],
    ['what has no price', 'return_receipt_letter', 2, null],
  ] as const)('of %s', (_, kind, pages, amount) => {
    expect(priceOf(settings, { kind, pages })).toBe(amount)
  })

  it('below a cent adds up before it is rounded', () => {
    expect([toCents(79), toCents(79 * 100)]).toEqual([1, 79])
  })
})

it('a return receipt is billed only with certified mail', () => {
  expect(letterKind({ certified: true, returnReceipt: true })).toBe('return_receipt_letter')
  expect(letterKind({ certified: true, returnReceipt: false })).toBe('certified_letter')
  expect(letterKind({ certified: false, returnReceipt: true })).toBe('letter')
})

it.each([
  [undefined, { client: 9, all: 9 }, null],
  [{ client: 2 }, { client: 1, all: 99 }, null],
  [{ client: 2 }, { client: 2, all: 99 }, 'client'],
  [{ client: 2, all: 5 }, { client: 2, all: 5 }, 'all'],
  [{ all: 0 }, { client: 0, all: 0 }, 'all'],
] as const)('limits %j refuse after %j: %s', (limits, used, reached) => {
  expect(reachedLimit(limits, used)).toBe(reached)
})

describe('a line of the export', () => {
  const row = {
    month: '2026-11',
    clientId: 'c1',
    kind: 'letter',
    count: 2,
    pages: 3,
    amount: 19_049,
  } as const
  it('is quoted, with dollars', () => {
    expect(csvLine({ ...row, name: 'Ann "Nan" Lee, Jr.' })).toBe(
      '"2026-11","c1","Ann ""Nan"" Lee, Jr.","letter","2","3","1.90"\r\n',
    )
    expect(csvLine({ ...row, name: null, clientId: null, pages: null, amount: null })).toBe(
      '"2026-11","","","letter","2","",""\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://x")'])(
    'never begins a formula: %j',
    name => {
      expect(csvLine({ ...row, name }).split(',')[2]).toMatch(/^"'/)
    },
  )
})
