import { describe, expect, it } from 'vitest'
import type { DocumentKind } from '#features/documents/upload-rules.ts'
import { disputableAccounts } from './disputable-accounts.ts'
import { isUntouched, restoreDraft, startingAnswers, toDraft } from './draft.ts'
import { report, row } from './fixtures/report.ts'
import { type Choice, emptyChoice } from './wizard.ts'

const today = '2026-11-20'
const all = disputableAccounts(report({ accountInformation: [row({}), row({ bureau: 'Equifax' })] }), [])
const chosen = { ...emptyChoice('a'), bureaus: ['TransUnion'] as const, reason: 'not_mine', text: 'Never.' }
const answers = { choices: [chosen], documentIds: ['d1', 'd2'] }

describe('a draft', () => {
  it('restores the stored answers', () => {
    expect(restoreDraft(toDraft(answers, 'why'), all, null, today)).toEqual({ answers, leftOut: 0 })
  })

  const restoredFrom = (choice: Choice) =>
    restoreDraft(toDraft({ choices: [choice], documentIds: [] }, 'why'), all, null, today)

  it('omits an item that the report no longer contains, and counts it', () => {
    expect(restoredFrom({ ...chosen, key: 'gone' })).toEqual({
      answers: { choices: [], documentIds: [] },
      leftOut: 1,
    })
  })

  it('omits a bureau that no longer shows the item', () => {
    const choice = { ...chosen, bureaus: ['TransUnion', 'Experian'] as const }
    expect(restoredFrom(choice).answers.choices).toEqual([chosen])
  })

  it('omits a reason that is no longer allowed, and keeps the text', () => {
    expect(restoredFrom({ ...chosen, reason: 'never_late' }).answers.choices).toEqual([
      { ...chosen, reason: null },
    ])
  })

  it('omits deleted documents, if the documents are known', () => {
    expect(restoreDraft(toDraft(answers, 'why'), all, ['d2'], today).answers.documentIds).toEqual(['d2'])
  })

  it('is not stored while nothing was answered', () => {
    const start = { choices: [emptyChoice('freeze')], documentIds: [] }
    expect(isUntouched(start, start)).toBe(true)
    expect(isUntouched({ ...start, documentIds: ['d1'] }, start)).toBe(false)
    expect(isUntouched({ ...start, choices: [{ ...emptyChoice('freeze'), reason: 'place' }] }, start)).toBe(
      false,
    )
  })

  it('starts with the newest document of each identification kind', () => {
    const start = { choices: [emptyChoice('freeze')], documentIds: [] }
    const document = (id: string, kind: DocumentKind, year: number, documentName = id) => ({
      id,
      kind,
      documentName,
      createdAt: `${year}-01-01T00:00:00Z`,
    })
    const documents = [
      document('new', 'government_id', 2026),
      document('old', 'government_id', 2024),
      document('page 2', 'proof_of_address', 2026, 'Statement, page 2 of 2'),
      document('page 1', 'proof_of_address', 2025, 'Statement, page 1 of 2'),
      document('bill', 'proof_of_address', 2024),
      document('reply', 'bureau_reply', 2027),
    ]
    expect(startingAnswers(start, documents)).toEqual({ ...start, documentIds: ['new', 'page 1', 'page 2'] })
    expect(startingAnswers(start, [])).toEqual(start)
  })
})
