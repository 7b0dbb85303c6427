import { describe, expect, it } from 'vitest'
import { disputableAccounts } from './disputable-accounts.ts'
import { isUntouched, restoreDraft, startingAnswers, toDraft } from './draft.ts'
import { report, row } from './fixtures/report.ts'
import { type Choice, emptyChoice } from './wizard.ts'

const today = '2026-11-20'
const all = disputableAccounts(report({ accountInformation: [row({}), row({ bureau: 'Equifax' })] }), [])
const chosen = { ...emptyChoice('a'), bureaus: ['TransUnion'] as const, reason: 'not_mine', text: 'Never.' }
const answers = { choices: [chosen], documentIds: ['d1', 'd2'] }

describe('a draft', () => {
  it('gives back the answers that were kept', () => {
    expect(restoreDraft(toDraft(answers, 'why'), all, null, today)).toEqual({ answers, leftOut: 0 })
  })

  const keptOf = (choice: Choice) =>
    restoreDraft(toDraft({ choices: [choice], documentIds: [] }, 'why'), all, null, today)

  it('leaves out an item that the report no longer holds, and counts it', () => {
    expect(keptOf({ ...chosen, key: 'gone' })).toEqual({
      answers: { choices: [], documentIds: [] },
      leftOut: 1,
    })
  })

  it('leaves out a bureau that no longer shows the item', () => {
    const choice = { ...chosen, bureaus: ['TransUnion', 'Experian'] as const }
    expect(keptOf(choice).answers.choices).toEqual([chosen])
  })

  it('leaves out a reason that no longer fits, and keeps the words', () => {
    expect(keptOf({ ...chosen, reason: 'never_late' }).answers.choices).toEqual([{ ...chosen, reason: null }])
  })

  it('leaves out documents that were deleted, where that is known', () => {
    expect(restoreDraft(toDraft(answers, 'why'), all, ['d2'], today).answers.documentIds).toEqual(['d2'])
  })

  it('is not worth keeping while nothing was answered', () => {
    const start = { choices: [emptyChoice('freeze')], documentIds: [] }
    expect(isUntouched(start, start)).toBe(true)
    expect(isUntouched({ ...start, documentIds: ['d1'] }, start)).toBe(false)
    expect(isUntouched({ ...start, choices: [{ ...emptyChoice('freeze'), reason: 'place' }] }, start)).toBe(
      false,
    )
  })

  it('of a freeze begins with the newest document of each kind that shows who asks', () => {
    const start = { choices: [emptyChoice('freeze')], documentIds: [] }
    const documents = [
      { id: 'old', kind: 'government_id' as const, createdAt: '2024-01-01T00:00:00Z' },
      { id: 'new', kind: 'government_id' as const, createdAt: '2026-01-01T00:00:00Z' },
      { id: 'bill', kind: 'proof_of_address' as const, createdAt: '2026-02-01T00:00:00Z' },
      { id: 'reply', kind: 'bureau_reply' as const, createdAt: '2026-03-01T00:00:00Z' },
    ]
    expect(startingAnswers({ type: 'freeze', start }, documents).documentIds).toEqual(['new', 'bill'])
    expect(startingAnswers({ type: 'freeze', start }, [])).toEqual(start)
    expect(startingAnswers({ type: 'account', start: { choices: [], documentIds: [] } }, documents)).toEqual({
      choices: [],
      documentIds: [],
    })
  })
})
