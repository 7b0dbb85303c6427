import { describe, expect, it } from 'vitest'
import type { Item } from '../../dispute-contract.ts'
import { applyAction } from '../wizard/wizard.ts'
import { explanationPrompt, findProblems, followUpBody, type Step, startFollowUp } from './follow-up.ts'

const item: Item = {
  id: 'item',
  bureaus: ['TransUnion', 'Equifax'],
  explanation: null,
  outcomes: {},
  answers: [],
  steps: [],
  type: 'account',
  accountId: 'a',
  creditorName: 'Oak Bank',
  reason: 'not_mine',
  correctBureau: null,
  asksToVerify: false,
}
const step: Step = { kind: 'dispute_again', bureaus: ['TransUnion'], title: '', text: '' }

describe('a step after an answer', () => {
  it('of one bureau is for that bureau, and of several preselects none', () => {
    expect(startFollowUp(item, step, []).choices[0]?.bureaus).toEqual(['TransUnion'])
    const wide = startFollowUp(item, { ...step, bureaus: ['TransUnion', 'Equifax'] }, [])
    expect(wide.choices[0]?.bureaus).toEqual([])
    expect(findProblems(wide, step).map(({ text }) => text)).toEqual(['Choose at least one bureau'])
  })

  it('encloses identification, until it is removed', () => {
    const createdAt = '2026-11-01T00:00:00Z'
    const license = { id: 'd1', kind: 'government_id', documentName: 'License', createdAt } as const
    const letter = { id: 'd2', kind: 'other', documentName: 'Letter', createdAt } as const
    expect(startFollowUp(item, step, [license, letter]).documentIds).toEqual(['d1'])
  })

  it('asks for own words only if the letter can contain them', () => {
    const { type, accountId, creditorName, correctBureau, asksToVerify, ...own } = item
    const detail: Item = {
      ...own,
      type: 'personal-info',
      field: 'name',
      reportedValue: 'MAYA BROOKES',
      reason: 'remove',
      correctValue: null,
    }
    const how: Step = { ...step, kind: 'method_of_verification' }
    expect(explanationPrompt(item, step)?.label).toBe('What is new')
    expect(explanationPrompt(detail, step)).toBeNull()
    expect(explanationPrompt(detail, how)?.label).toBe('Anything to add')
  })

  it('requires a statement of at most a hundred words', () => {
    const state: Step = { ...step, kind: 'statement' }
    const problemsOf = (text: string) =>
      findProblems(applyAction(startFollowUp(item, state, []), { did: 'say', key: 'item', text }), state).map(
        problem => problem.text,
      )
    expect(explanationPrompt(item, state)?.label).toBe('Your statement')
    expect(problemsOf('  ')).toEqual(['Write your statement'])
    expect(problemsOf('no '.repeat(100))).toEqual([])
    expect(problemsOf('no '.repeat(101))).toEqual(['Use at most 100 words'])
  })

  it('sends only what was entered', () => {
    const begun = startFollowUp(item, step, [])
    expect(followUpBody(begun, 'item', step)).toEqual({
      itemId: 'item',
      kind: 'dispute_again',
      bureaus: ['TransUnion'],
    })
    const wizard = [
      { did: 'say', key: 'item', text: ' A new receipt. ' } as const,
      { did: 'enclose', documentId: 'd1', on: true } as const,
    ].reduce(applyAction, begun)
    expect(followUpBody(wizard, 'item', step)).toMatchObject({
      explanation: 'A new receipt.',
      documentIds: ['d1'],
    })
  })
})
