import { describe, expect, it } from 'vitest'
import {
  type ResultLetter,
  refusalLetters,
  resultLetter,
  type Wear,
} from '#test/support/answers/result-letters.ts'
import { chanceOf, times } from '#test/support/chance.ts'
import { bureaus } from '#values/bureau.ts'
import type { LetterLine } from './letter-head.ts'
import { type AnswerReading, type AskedDispute, readAnswer } from './read-answer.ts'

const read = ({ lines, dispute }: ResultLetter) => readAnswer(lines, dispute)

const itemsOf = (reading: AnswerReading) => (reading.kind === 'read' ? reading.items : [])

/** Proposals that differ from the letter, and how many of the decided items got one. */
const measure = (letters: readonly ResultLetter[]) => {
  const wrong: string[] = []
  let [proposed, clear] = [0, 0]
  for (const letter of letters) {
    clear += letter.tells
    for (const { itemId, outcome } of itemsOf(read(letter))) {
      if (outcome === null) continue
      proposed += 1
      const truth = letter.truth.get(itemId)
      if (truth !== outcome) wrong.push(`${letter.name}: ${itemId} is ${truth}, not ${outcome}`)
    }
  }
  return { wrong, share: proposed / clear, letters: letters.length }
}

const seeds = Array.from({ length: times(16) }, (_, at) => at * 7919 + 13)
const lettersWith = (wear: Wear) =>
  bureaus.flatMap(bureau => seeds.map(seed => resultLetter(seed, bureau, wear)))

describe('letters in the styles of the three bureaus', () => {
  it.each<[Wear, number]>([
    ['none', 0.88],
    ['lost line', 0.7],
    ['lost result', 0.6],
    ['two columns', 0],
    ['result first', 0],
    ['columns apart', 0],
  ])('get no wrong proposal, wear: %s', (wear, least) => {
    const { wrong, share, letters } = measure(lettersWith(wear))
    expect(wrong).toEqual([])
    expect(letters).toBe(bureaus.length * seeds.length)
    expect(share).toBeGreaterThanOrEqual(least)
  })

  it('without an investigation get the same proposal for every item', () => {
    const { wrong, share, letters } = measure(bureaus.flatMap(refusalLetters))
    expect({ wrong, share, letters }).toEqual({ wrong: [], share: 1, letters: 6 })
  })
})

const lines = (text: string): LetterLine[] => text.split('\n').map(line => ({ page: 1, text: line.trim() }))

const head = `TransUnion LLC
  November 20, 2026
  Maya Brooks
  Dear Maya Brooks:`

const entry = (name = 'MERIDIAN COLLECTIONS', number = '12345678****') =>
  `${name} # ${number}\nINVESTIGATION RESULTS - DELETED`

const account = (name = 'MERIDIAN COLLECTIONS', number: string | null = '12345678****') =>
  ({ kind: 'account', name, number }) as const

const dispute = (own: Partial<AskedDispute> = {}): AskedDispute => ({
  items: [{ id: 'item', at: [{ bureau: 'TransUnion', named: account() }] }],
  others: [],
  person: { firstName: 'Maya', lastName: 'Brooks' },
  createdOn: '2026-10-15',
  today: '2026-11-23',
  ...own,
})

const readText = (text: string, own: Partial<AskedDispute> = {}) => readAnswer(lines(text), dispute(own))
const outcomeOf = (text: string, own: Partial<AskedDispute> = {}) =>
  itemsOf(readText(text, own)).map(({ outcome }) => outcome)

describe('a letter', () => {
  it('yields its bureau, its day and the lines that support a proposal', () => {
    expect(readText(`${head}\n${entry()}`)).toEqual({
      kind: 'read',
      bureau: 'TransUnion',
      on: '2026-11-20',
      notice: null,
      items: [
        {
          itemId: 'item',
          outcome: 'deleted',
          quotes: lines('MERIDIAN COLLECTIONS # 12345678****\nINVESTIGATION RESULTS - DELETED'),
        },
      ],
    })
  })

  it.each([
    ['Experian', 'MERIDIAN COLLECTIONS\nAccount number: 12345678XXXX\nOutcome: Deleted'],
    [
      'Equifax',
      'We have researched the credit account. Account # - 12345678*\nThe results are: This item has been deleted.\nPlease contact: MERIDIAN COLLECTIONS, PO BOX 1',
    ],
  ] as const)('of %s is quoted as it is printed', (bureau, text) => {
    const items = [{ id: 'item', at: [{ bureau, named: account() }] }]
    const [item] = itemsOf(readText(`${head.replace('TransUnion', bureau)}\n${text}`, { items }))
    expect(item).toMatchObject({ outcome: 'deleted', quotes: lines(text) })
  })

  it.each([
    [
      'of a bureau that was not asked',
      head.replace('TransUnion', 'Experian'),
      { kind: 'other_bureau', bureau: 'Experian' },
    ],
    ['of no bureau', head.replace('TransUnion LLC', 'Springfield Water'), { kind: 'no_bureau' }],
    ['that names two bureaus at its head', head.replace('LLC', 'and Equifax'), { kind: 'no_bureau' }],
    ['to somebody else', head.replaceAll('Maya', 'Nora'), { kind: 'other_person' }],
    ['to somebody with the same initial', head.replaceAll('Maya', 'M'), { kind: 'other_person' }],
    [
      'that names the person but addresses somebody else',
      head.replace('Dear Maya', 'Dear John'),
      { kind: 'other_person' },
    ],
    ['from before the dispute', head.replace('November', 'September'), { kind: 'earlier', on: '2026-09-20' }],
  ])('%s yields no proposal', (_, text, reading) => {
    expect(readText(`${text}\n${entry()}`)).toEqual(reading)
  })

  it.each([
    'Consumer Relations',
    'to you by mail.',
    'Name: BROOKS, MAYA T',
    'Dear Ms. Brooks,',
    'Dear Consumer,',
  ])('is still addressed to the user with the line %s', line => {
    expect(outcomeOf(`${head}\n${line}\n${entry()}`)).toEqual(['deleted'])
  })

  it.each(['Name: JOHN BROOKS', 'Dear Mr. Quill:', 'Prepared for JOHN BROOKS', 'To: Nora Brooks'])(
    'is not hers with the line %s',
    line => {
      expect(readText(`${head}\n${line}\n${entry()}`)).toEqual({ kind: 'other_person' })
    },
  )

  it.each([
    ['none', head.replace('November 20, 2026', ''), null],
    ['a day to come', head.replace('November 20', 'December 24'), null],
    ['two days', `${head}\nDate: 11/18/2026`, null],
    ['a date of birth as well', `${head}\nDate of birth: 04/27/1990`, '2026-11-20'],
    ['a day that does not exist', head.replace('November 20', 'November 31'), null],
  ])('that prints %s', (_, text, on) => {
    expect(readText(`${text}\n${entry()}`)).toMatchObject({ kind: 'read', on })
  })
})

describe('an item', () => {
  it.each([
    ['of another company', entry('HARBOR FIRST BANK')],
    ['with another number', entry(undefined, '87654321****')],
    ['without a number', 'MERIDIAN COLLECTIONS\nINVESTIGATION RESULTS - DELETED'],
    ['with too few digits to tell', entry(undefined, '123*********')],
    ['named twice', `${entry()}\n${entry()}`],
    [
      'whose result is another’s',
      `MERIDIAN COLLECTIONS # 12345678****\nHARBOR FIRST BANK\nINVESTIGATION RESULTS - DELETED`,
    ],
    ['told two results', `${entry()}\nVERIFIED AS ACCURATE`],
    ['told what is not known', entry().replace('DELETED', 'DELETED IN PART')],
    ['told that it was not deleted', entry().replace(/INV.*/, 'This item was not deleted.')],
    ['told what may happen', entry().replace(/INV.*/, 'This item will be deleted if nobody answers.')],
    [
      'with only a part deleted',
      entry().replace(/INV.*/, 'The late payments on this account have been deleted.'),
    ],
  ])('%s gets no proposal', (_, text) => {
    expect(outcomeOf(`${head}\n${text}`)).toEqual([null])
  })

  it('gets none if another account of the user matches too', () => {
    const others = [{ bureau: 'TransUnion', named: account(undefined, '1234567899') } as const]
    expect(outcomeOf(`${head}\n${entry()}`, { others })).toEqual([null])
    expect(outcomeOf(`${head}\n${entry(undefined, '123456781111')}`, { others })).toEqual(['deleted'])
  })

  it('is identified by its name alone only if neither side has a number', () => {
    const items = [
      { id: 'item', at: [{ bureau: 'TransUnion', named: { kind: 'inquiry', name: 'HARBOR FIRST BANK' } }] },
    ] as const
    expect(outcomeOf(`${head}\nHARBOR FIRST BANK\nINVESTIGATION RESULTS - DELETED`, { items })).toEqual([
      'deleted',
    ])
    expect(outcomeOf(`${head}\nHARBOR SECOND BANK\nINVESTIGATION RESULTS - DELETED`, { items })).toEqual([
      null,
    ])
  })

  it('of personal information is identified by its full value', () => {
    const items = [
      { id: 'item', at: [{ bureau: 'TransUnion', named: { kind: 'personal', value: '9 Elm Street' } }] },
    ] as const
    expect(outcomeOf(`${head}\nAddress: 9 ELM STREET, SALEM\nThis item was deleted.`, { items })).toEqual([
      'deleted',
    ])
    expect(outcomeOf(`${head}\nAddress: 19 ELM STREET, SALEM\nThis item was deleted.`, { items })).toEqual([
      null,
    ])
  })
})

describe('the rights that every letter explains', () => {
  it.each([
    'We may end an investigation if we determine that your dispute is frivolous.',
    'Unless your dispute is frivolous, we must investigate it.',
    'If we cannot verify your identity, we may ask for copies of your identification.',
  ])('are not a refusal: %s', text => {
    expect(readText(`${head}\n${text}`)).toMatchObject({ notice: null, items: [{ outcome: null }] })
  })
})

describe('a hostile text', () => {
  const parts = [
    '#',
    '*',
    'X',
    '1',
    ' ',
    'account ',
    'outcome: ',
    'we have researched the ',
    'deleted ',
    'MERIDIAN COLLECTIONS ',
    'dear ',
    'frivolous ',
    '- ',
    '. ',
    '\u0000',
    '\ud800',
    'is ',
    '\n',
  ]
  const long = (seed: number) => {
    const chance = chanceOf(seed)
    const [first = ' ', ...rest] = parts
    const one = chance.one([first, ...rest])
    return chance.is(0.5)
      ? one.repeat(60_000)
      : Array.from({ length: 60_000 }, () => chance.one([first, ...rest])).join('')
  }

  it('is read quickly, without an error', () => {
    const began = performance.now()
    const items = Array.from({ length: 20 }, (_, at) => ({
      ...(dispute().items[0] ?? { at: [] }),
      id: `item-${at}`,
    }))
    for (let seed = 1; seed <= 12; seed += 1) readText(`${head}\n${long(seed)}`, { items })
    readText(`${head}\n${`${entry()}\n`.repeat(2_000)}`, { items })
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
