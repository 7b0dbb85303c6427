import { describe, expect, it } from 'vitest'
import { buildLetter } from '#test/support/mailing/letter.ts'
import { addDeadlines, type DisputeWithLetters, type LetterWithAsks } from './letter-deadlines.ts'

const timeZone = 'America/New_York'

/** A letter to a bureau that was delivered on a day, or was not mailed. */
const letterOf = (id: string, bureau: LetterWithAsks['bureau'], on: string | null): LetterWithAsks => ({
  ...(on === null
    ? buildLetter({ id, bureau })
    : buildLetter({
        id,
        bureau,
        mailState: 'delivered',
        events: [{ event: 'delivered', at: `${on}T18:00:00Z` }],
      })),
  asks: [{ kind: 'dispute' }],
})

type Given = {
  id?: string
  about?: string
  bureaus?: ('TransUnion' | 'Experian')[]
  on?: string | null
  follows?: 'dispute_again' | 'method_of_verification' | null
}

/** A dispute of an account whose letter to its bureau was delivered on a day, or was not mailed. */
const disputeOf = ({
  id = '2',
  about = 'card',
  bureaus = ['TransUnion'],
  on = '2026-11-20',
  follows = null,
}: Given) => ({
  id,
  type: 'account' as const,
  freeAnnualReport: false,
  follows: follows && { disputeId: '1', kind: follows },
  items: [
    {
      id: `item-${id}`,
      type: 'account' as const,
      accountId: about,
      creditorName: 'Meridian',
      reason: 'not_mine' as const,
      correctBureau: null,
      asksToVerify: false,
      explanation: null,
      bureaus,
      outcomes: {},
      answers: [],
      steps: [],
    },
  ],
  letters: bureaus.map(bureau => letterOf(`letter-${id}`, bureau, on)),
})

const first = disputeOf({ id: '1', on: '2026-11-20' })
const dueWith = (...others: DisputeWithLetters[]) =>
  addDeadlines(first, [first, ...others], { today: '2026-11-21', timeZone })[0]?.deadlines.find(
    ({ kind }) => kind === 'investigation',
  )?.dueOn

describe('an investigation has', () => {
  it.each<[string, Given, string]>([
    ['45 days after a later letter about the same account', { on: '2026-12-01' }, '2027-01-04'],
    ['45 days when that came on the last of the 30', { on: '2026-12-20' }, '2027-01-04'],
    ['30 days when that came a day later', { on: '2026-12-21' }, '2026-12-20'],
    ['30 days while that is not mailed', { on: null }, '2026-12-20'],
    ['30 days when the other letter was about another account', { about: 'loan' }, '2026-12-20'],
    ['30 days when the other letter went to another bureau', { bureaus: ['Experian'] }, '2026-12-20'],
    [
      '30 days when the other letter only asked how it was verified',
      { follows: 'method_of_verification' },
      '2026-12-20',
    ],
    ['45 days when the other letter disputes it again', { follows: 'dispute_again' }, '2027-01-04'],
    ['30 days when the other letter was the earlier one', { id: '0', on: '2026-11-25' }, '2026-12-20'],
  ])('%s', (_name, other, due) => {
    expect(dueWith(disputeOf(other))).toBe(due)
  })

  it('30 days when nothing followed', () => {
    expect(dueWith()).toBe('2026-12-20')
  })
})
