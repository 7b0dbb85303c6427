import { describe, expect, test } from 'vitest'
import { personOf } from '#test/support/reports/report-of.ts'
import type { Report } from './canonical.ts'
import { describePeople, findBorrower, isOtherPerson, isPerhapsOtherPerson, matchesName } from './person.ts'

const maya = { firstName: 'Maya', lastName: 'Brooks', ssnLastFour: '4417' }

describe('a reported name', () => {
  test.each([
    ['MAYA BROOKS', true],
    ['MAYA A BROOKS', true],
    ['BROOKS, MAYA', true],
    ['M BROOKS', true],
    ['Máya Brooks Jr', true],
    ['MARK BROOKS', false],
    ['MAYA BROOKES', false],
    ['BROOKS', false],
    [null, false],
  ])('%j matches: %j', (name, expected) => {
    expect(matchesName(name, maya)).toBe(expected)
  })

  test('a last name of two words needs both', () => {
    const person = { firstName: 'Ana', lastName: 'de la Cruz', ssnLastFour: '1' }
    expect(matchesName('ANA DE LA CRUZ', person)).toBe(true)
    expect(matchesName('ANA CRUZ', person)).toBe(false)
  })
})

describe('a report of a format without a Social Security number', () => {
  const ask = (name: string | null, dob: string | null, format: Report['format'] = 'identityiq-html') =>
    isPerhapsOtherPerson(
      { format, subject: { name, ssnLastFour: null }, personal: [personOf({ dob, ssnLastFour: null })] },
      { ...maya, birthYear: '1990' },
    )
  test.each([
    ['her name and year', 'MAYA A BROOKS', '1990', false],
    ['her name and no year', 'MAYA BROOKS', null, false],
    ['an initial', 'M BROOKS', '1990', true],
    ['another year', 'MAYA BROOKS', '1962-04-27', true],
    ['no name', null, '1990', true],
    ['another name', 'ANN GAGE', '1990', true],
  ])('with %s requires a question: %3$j', (_, name, dob, expected) => {
    expect(ask(name, dob)).toBe(expected)
  })

  test('requires no question for a format that has one, or after the user has chosen', () => {
    expect(ask('M BROOKS', '1962', 'experian-pdf')).toBe(false)
    const subject = { name: 'M BROOKS', ssnLastFour: null, chosen: true } as const
    expect(isPerhapsOtherPerson({ format: 'smartcredit-html', subject, personal: [] }, maya)).toBe(false)
  })
})

describe("another person's report", () => {
  test.each([
    ['both agree', 'MAYA BROOKS', '4417', false],
    ['the name changed, the number agrees', 'MAYA STONE', '4417', false],
    ['the number is mistyped, the name agrees', 'MAYA BROOKS', '4471', false],
    ['neither agrees', 'ANN GAGE', '0003', true],
    ['another name and no number', 'ANN GAGE', null, true],
    ['it names nobody', null, null, false],
  ])('%s', (_, name, ssnLastFour, expected) => {
    expect(isOtherPerson({ subject: { name, ssnLastFour } }, maya)).toBe(expected)
  })
})

describe('the borrower of a joint file', () => {
  const one = (name: string | null, ssnLastFour: string | null, birthYear: string | null = null) => ({
    name,
    ssnLastFour,
    birthYear,
    primary: false,
  })
  const sam = { ...one('SAM BROOKS', '1111', '1985'), primary: true }
  const mayasFather = one('MAYA BROOKS', null, '1961')
  const born1992 = { ...maya, birthYear: '1992' }
  const wife = one('MAYA BROOKS', null)
  const numbered = one('MAYA B', '4417', '1961')

  test.each([
    ['by SSN before name', [sam, wife, numbered], maya, numbered],
    ['by SSN whatever year of birth the bureau has', [sam, numbered], born1992, numbered],
    ['by name when the file has no SSN', [sam, wife], maya, wife],
    ['by year of birth among namesakes', [mayasFather, one('MAYA BROOKS', null, '1992')], born1992, 1],
    ['by choice', [sam, one('X Y', null), wife], { ...maya, choice: 1 }, 1],
    ['the only named one', [one(null, null), sam], maya, sam],
  ])('is chosen %s without a question', (_, people, person, expected) => {
    const found = findBorrower(people, person)
    expect(found.borrower).toBe(typeof expected === 'number' ? people[expected] : expected)
    expect(found.people).toBeUndefined()
  })

  test.each([
    ['nobody has the name', [sam, one('X Y', '2222')], maya],
    ['both have it', [wife, one('MAYA A BROOKS', null)], maya],
    ['the namesake has another SSN', [sam, one('MAYA BROOKS', '9999')], maya],
    ['the namesake has another year of birth', [sam, mayasFather], born1992],
    ['the choice is none of them', [sam, one('X Y', null)], { ...maya, choice: 7 }],
  ])('requires a question when %s', (_, people, person) => {
    expect(findBorrower(people, person).people).toEqual(
      people.map(({ name, birthYear }) => ({ name, birthYear })),
    )
  })

  test('is undefined when there are no people', () => {
    expect(findBorrower([], maya)).toEqual({ borrower: undefined })
  })

  test('once chosen, is not treated as another person', () => {
    const subject = { name: 'ANN GAGE', ssnLastFour: '0003', chosen: true } as const
    expect(isOtherPerson({ subject }, maya)).toBe(false)
  })
})

test.each<[string, Parameters<typeof describePeople>[0], string[]]>([
  [
    'by name and year of birth',
    [
      { name: 'ADA QUILL', birthYear: '1984' },
      { name: 'BEN QUILL', birthYear: null },
    ],
    ['ADA QUILL, born in 1984', 'BEN QUILL'],
  ],
  [
    'namesakes of one year by their place',
    [
      { name: 'ADA QUILL', birthYear: '1984' },
      { name: 'ADA QUILL', birthYear: '1984' },
      { name: 'ADA QUILL', birthYear: '1961' },
    ],
    [
      'ADA QUILL, born in 1984 (person 1 in the file)',
      'ADA QUILL, born in 1984 (person 2 in the file)',
      'ADA QUILL, born in 1961',
    ],
  ],
])('people of a file are distinguished %s', (_, people, words) => {
  expect(describePeople(people)).toEqual(words)
})
