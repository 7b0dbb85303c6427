import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bureaus } from '#values/bureau.ts'
import type { Account } from './canonical.ts'
import { chooseDisplayName, groupRows, joinByFullNumber, onePerBureau } from './grouping.ts'
import { readReport } from './readers/detect.ts'

const fixture = readFileSync(new URL('fixtures/joint.mismo.xml', import.meta.url), 'utf8')
const reading = readReport(fixture, { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' })
if (reading.kind !== 'report') throw new Error('the fixture is no report')
const card = reading.report.accounts.find(row => row.sourceRowId === 'A1')
if (!card) throw new Error('the fixture has no card')

const row = (id: string, bureau: Account['bureau'], given: Partial<Account> = {}): Account => ({
  ...card,
  id,
  bureau,
  creditorNameReported: 'MAPLE BANK',
  accountNumber: '41116255****',
  ...given,
})
const ids = (rows: readonly Account[]) => groupRows(rows).map(one => one.id)

describe('rows of different bureaus become one account', () => {
  test('when creditor, digits, opening and type agree', () => {
    expect(ids([row('a', 'TransUnion'), row('b', 'Experian'), row('c', 'Equifax')])).toEqual(['a', 'a', 'a'])
  })

  test('when one agrees with both others, which have too few visible digits in common', () => {
    const rows = [
      row('a', 'TransUnion', { accountNumber: '4X1X6X5X' }),
      row('b', 'Experian', { accountNumber: '411162****' }),
      row('c', 'Equifax'),
    ]
    expect(ids(rows)).toEqual(['a', 'a', 'a'])
  })
})

describe('rows of three bureaus for one collector', () => {
  const debt = (id: string, bureau: Account['bureau'], originalCreditor: string | null) =>
    row(id, bureau, {
      accountNumber: '4471-2290-118',
      accountType: 'Collection',
      currentBalance: '500.00',
      highBalance: null,
      creditLimit: null,
      originalCreditor,
    })

  test.each([
    ['become one account if one names no creditor', 'CITY HOSPITAL', ['a', 'a', 'a']],
    ['stay apart if two name different ones, which the third may be of', 'RIVERA DENTAL', ['a', 'b', 'c']],
  ])('%s', (_, other, expected) => {
    for (const [first, second, third] of [
      ['CITY HOSPITAL', 'UNKNOWN', other],
      ['UNKNOWN', other, 'CITY HOSPITAL'],
      [other, 'CITY HOSPITAL', null],
    ] as const)
      expect(
        ids([debt('a', 'TransUnion', first), debt('b', 'Experian', second), debt('c', 'Equifax', third)]),
      ).toEqual(expected)
  })
})

describe('rows with one full number become one account', () => {
  const whole = { accountNumber: '4111625590127' }

  test('even if opening dates and types differ', () => {
    expect(
      ids([row('a', 'TransUnion', whole), row('b', 'Experian', { ...whole, dateOpened: '2009-03-01' })]),
    ).toEqual(['a', 'a'])
    expect(
      ids([row('a', 'TransUnion', whole), row('b', 'Experian', { ...whole, accountType: 'Installment' })]),
    ).toEqual(['a', 'a'])
  })

  test('together with the row of a third bureau that masks the number and agrees with one of them', () => {
    const rows = [
      row('a', 'TransUnion', whole),
      row('b', 'Experian', { ...whole, dateOpened: '2009-03-01' }),
      row('c', 'Equifax', { accountNumber: '41116255****' }),
    ]
    expect(ids(rows)).toEqual(['a', 'a', 'a'])
  })

  test.each<[string, Account[]]>([
    [
      'unless the number is hidden in part',
      [row('a', 'TransUnion'), row('b', 'Experian', { dateOpened: '2009-03-01' })],
    ],
    [
      'unless another creditor has it',
      [
        row('a', 'TransUnion', whole),
        row('b', 'Experian', { ...whole, dateOpened: '2009-03-01', creditorNameReported: 'OAK STORES' }),
      ],
    ],
    [
      'unless it is a student loan, where several share one number',
      [
        row('a', 'TransUnion', { ...whole, accountType: 'Installment', accountTypeDetail: 'Student loan' }),
        row('b', 'Experian', {
          ...whole,
          accountType: 'Installment',
          accountTypeDetail: 'Student loan',
          dateOpened: '2009-03-01',
        }),
      ],
    ],
    [
      'unless a bureau has it twice',
      [
        row('a', 'TransUnion', whole),
        row('b', 'Experian', { ...whole, dateOpened: '2009-03-01' }),
        row('c', 'Experian', { ...whole, dateOpened: '2001-03-01' }),
      ],
    ],
  ])('%s', (_, rows) => {
    expect(ids(rows)).toEqual(rows.map(({ id }) => id))
  })
})

describe('rows that show one full number become one account', () => {
  const number = '41116255000017'

  test('even if opened months apart and of different types', () => {
    const rows = [
      row('a', 'TransUnion', { accountNumber: number }),
      row('b', 'Experian', { accountNumber: `00${number}`, dateOpened: '2019-06-20' }),
      row('c', 'Equifax', { accountNumber: number, dateOpened: null, accountType: 'Line of credit' }),
    ]
    expect(ids(rows)).toEqual(['a', 'a', 'a'])
  })

  test('together with those that the sender grouped', () => {
    const rows = [
      row('a', 'TransUnion', { accountNumber: number }),
      row('a', 'Experian', { accountNumber: '4111****' }),
      row('b', 'Equifax', { accountNumber: number, dateOpened: '2019-06-20' }),
    ]
    expect(ids(rows)).toEqual(['a', 'a', 'a'])
    expect(joinByFullNumber(rows).map(one => one.id)).toEqual(['a', 'a', 'a'])
  })

  test.each<[string, Partial<Account>]>([
    ['of one bureau', { bureau: 'TransUnion' }],
    ['when it is unknown which bureaus report one of them', { bureausKnown: false, valuesShared: true }],
    ['of two creditors', { creditorNameReported: 'ROWAN LENDING' }],
  ])('but not %s', (_, given) => {
    const rows = [
      row('a', 'TransUnion', { accountNumber: number }),
      row('b', 'Equifax', { accountNumber: number, dateOpened: '2019-06-20', ...given }),
    ]
    expect(ids(rows)).toEqual(['a', 'b'])
  })
})

describe('rows stay separate', () => {
  test.each<[string, Partial<Account>]>([
    ['of another creditor', { creditorNameReported: 'ROWAN LENDING' }],
    ['with another number', { accountNumber: '41116256****' }],
    ['opened in another quarter', { dateOpened: '2019-07-01' }],
    ['without an opening date', { dateOpened: null }],
    ['of another type', { accountType: 'Installment' }],
    ['when merged by the sender', { valuesShared: true }],
  ])('%s', (_, given) => {
    expect(ids([row('a', 'TransUnion'), row('b', 'Experian', given)])).toEqual(['a', 'b'])
  })

  test.each([
    ['with too few digits in common', '411*********'],
    ['without a number', null],
    ['with the other end of the number', '*8861'],
  ])('%s, if a bureau lists another account of the creditor', (_, accountNumber) => {
    const little = { highBalance: null, monthlyPayment: null, currentBalance: null, dateLastPayment: null }
    const rows = [row('a', 'TransUnion', little), row('b', 'Experian', { ...little, accountNumber })]
    const former = row('c', 'Experian', { accountNumber: '5500****', dateOpened: '2009-03-01' })
    expect(ids(rows)).toEqual(['a', 'a'])
    expect(ids([...rows, former])).toEqual(['a', 'b', 'c'])
  })

  test('when they are of one bureau', () => {
    expect(ids([row('a', 'TransUnion'), row('b', 'TransUnion')])).toEqual(['a', 'b'])
  })

  test('when two rows of a bureau could match', () => {
    expect(ids([row('a', 'TransUnion'), row('b', 'Experian'), row('c', 'Experian')])).toEqual(['a', 'b', 'c'])
  })

  test('when the sender has grouped them differently', () => {
    const rows = [row('a', 'TransUnion'), row('a', 'Experian', { accountNumber: '9' }), row('b', 'Equifax')]
    expect(ids(rows)).toEqual(['a', 'a', 'b'])
  })
})

test('a second row of a bureau in one group starts a new group', () => {
  expect(
    onePerBureau([row('a', 'TransUnion'), row('a', 'TransUnion'), row('a', 'Equifax')]).map(one => one.id),
  ).toEqual(['a', 'a\n1', 'a'])
})

test('no row is ever lost and no group has two rows of a bureau', () => {
  const anyRow = fc.record({
    bureau: fc.constantFrom(...bureaus),
    accountNumber: fc.constantFrom('41116255****', '4X1X6X5X', '411162****', null),
    dateOpened: fc.constantFrom('2019-04-12', '2019-04-01', '2019-06-01', null),
  })
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 12 }), given => {
      const rows = groupRows(given.map((one, index) => row(`r${index}`, one.bureau, one)))
      expect(rows).toHaveLength(given.length)
      expect(new Set(rows.map(one => `${one.id} ${one.bureau}`)).size).toBe(given.length)
    }),
  )
})

describe('the display name of a group', () => {
  const named = (...names: readonly string[]) =>
    chooseDisplayName(
      names.map((name, index) => row('a', bureaus[index] ?? 'Equifax', { creditorNameReported: name })),
    )
  test.each([
    [['MAPLE BK', 'MAPLE BANK CARD', 'MAPLE BANK CARD SERVICES'], 'MAPLE BANK CARD SERVICES'],
    [['MAPLE BANK', 'MAPLE BNKS'], 'MAPLE BANK'],
    [['CAP ONE', 'CAPITAL ONE'], 'CAPITAL ONE'],
    [['MAPLE'], 'MAPLE'],
  ])('%j is %s', (names, expected) => {
    expect(named(...names)).toBe(expected)
  })
})

test('among very many similar rows none are merged', () => {
  const alike = Array.from({ length: 1000 }, (_, index) => row(`${index}`, bureaus[index % 3] ?? 'Equifax'))
  expect(new Set(ids(alike)).size).toBe(1000)
})
