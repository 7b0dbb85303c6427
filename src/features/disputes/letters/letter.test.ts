import { describe, expect, it } from 'vitest'
import { accountLettersFor, ids, report } from '#test/support/reports/disputed-report.ts'
import {
  editableText,
  extractMiddle,
  type Letter,
  type LetterPart,
  letterParts,
  letterText,
  letterTextWith,
} from './letter.ts'

const letterFor = (accountIds: readonly string[]): Letter => {
  const [letter] = accountLettersFor(
    accountIds.map(accountId => ({ accountId, bureaus: ['TransUnion'], reason: 'not_mine' })),
    { sandbox: true },
  )
  if (letter === undefined) throw new Error('there is no letter')
  return letter
}

const letter = letterFor([ids.meridian])
const shape = (parts: readonly LetterPart[]) =>
  parts.map(part => (part.kind === 'item' ? `${part.title}: ${part.facts.length}` : part.text.slice(0, 12)))

describe('the middle of a letter', () => {
  it('is between the addresses and the signature', () => {
    const body = letterText(letter)
    expect(body).toContain(editableText(letter))
    expect(extractMiddle(letter, body)).toBe(editableText(letter))
    expect(body.replace(editableText(letter), '')).toMatch(
      /^Sandbox letter[^]*Re: Dispute of MERIDIAN COLLECTIONS[^]*About me[^]*Maya Brooks$/,
    )
  })

  it('ends each sentence with one period, also after a name that has its own', () => {
    const named = { creditorNameReported: 'OAK BANK N.A.', originalCreditor: 'ST. MARY HOSP.' }
    const accounts = report.accounts.map(row => ({ ...row, ...named }))
    const [made] = accountLettersFor(
      [
        {
          accountId: ids.meridian,
          bureaus: ['TransUnion'],
          reason: 'unknown_original_creditor',
          explanation: 'I asked. And asked..',
        },
      ],
      { report: { ...report, accounts } },
    )
    expect(made?.items[0]?.says[0]).toMatch(/named, ST\. MARY HOSP\.$/)
    expect(made?.closing[0]).toContain('to OAK BANK N.A. Correct')
    expect(made?.items[0]?.ownWords).toBe('I asked. And asked..')
  })

  it('can be replaced, and nothing else of the letter changes', () => {
    const body = letterTextWith(letter, 'I ask again.')
    expect(extractMiddle(letter, body)).toBe('I ask again.')
    expect(extractMiddle(letter, body.replace('Pasadena', 'Reno'))).toBeNull()
    expect(extractMiddle(letter, body.replace('XXX-XX-4417', '219-09-4417'))).toBeNull()
  })

  it('is numbered only if it has several items', () => {
    expect(shape(letterParts(letter, null))[1]).toBe('MERIDIAN COLLECTIONS: 7')
    const both = shape(letterParts(letterFor([ids.meridian, ids.lakeshore]), null))
    expect(both).toContain('1. MERIDIAN COLLECTIONS: 7')
    expect(both).toContain('2. LAKESHORE CARD SVCS: 5')
  })

  it('keeps the format of parts that the user did not change', () => {
    expect(letterParts(letter, editableText(letter))).toEqual(letterParts(letter, null))
    const changed = editableText(letter).replace('This account is not mine.', 'I never had this account.')
    expect(shape(letterParts(letter, changed)).slice(1, 3)).toEqual([
      'MERIDIAN COLLECTIONS: 7',
      'I never had ',
    ])
  })

  it('is plain paragraphs where the user changed it, including facts', () => {
    const changed = editableText(letter).replace('Balance: $1,284.00\n', '')
    expect(letterParts(letter, changed)[1]).toMatchObject({ kind: 'paragraph' })
  })
})
