import { describe, expect, it } from 'vitest'
import {
  countUnmailed,
  isSandboxMail,
  letterState,
  letterStateLabels,
  nextStepOf,
  trackingLink,
} from './letter-state.ts'

const letter = { mailState: 'not_mailed', lobErrorMessage: null } as const

it('promises the mailing of a requested letter only if letters are mailed here', () => {
  const next = { title: 'This letter goes out on a later day', text: 'You need to do nothing.' }
  expect(nextStepOf({ mailState: 'requested', next }, true)).toBe(next)
  expect(nextStepOf({ mailState: 'requested', next }, false)?.text).toMatch(/^You asked for this letter/)
  expect(nextStepOf({ mailState: 'returned', next }, false)).toBe(next)
  expect(nextStepOf({ mailState: 'delivered', next: null }, false)).toBeNull()
})

describe('the state of a letter', () => {
  it.each([
    ['Not mailed', {}],
    ['Pending', { mailState: 'requested' }],
    ['Pending', { mailState: 'submitted' }],
    ['Pending', { mailState: 'held' }],
    ['Pending', { mailState: 'untraceable' }],
    ['In transit', { mailState: 'processed' }],
    ['In transit', { mailState: 'sent' }],
    ['Delivered', { mailState: 'delivered' }],
    ['Failed', { mailState: 'failed' }],
    ['Failed', { mailState: 'rejected' }],
    ['Failed', { mailState: 'returned' }],
    ['Failed', { lobErrorMessage: 'The address could not be verified.' }],
    ['Failed', { mailState: 'sent', lobErrorMessage: 'Returned to sender.' }],
  ] as const)('is %s for %j', (words, said) => {
    expect(letterStateLabels[letterState({ ...letter, ...said })]).toBe(words)
  })
})

it('only unmailed letters wait to be mailed', () => {
  expect(countUnmailed([letter, { ...letter, mailState: 'submitted' }, letter])).toBe(2)
})

it('a marked letter must not be mailed, nor the others of its dispute', () => {
  expect(isSandboxMail([{ mark: null }, { mark: 'Sandbox letter, do not mail' }])).toBe(true)
  expect(isSandboxMail([{ mark: null }])).toBe(false)
})

describe('the tracking link', () => {
  it.each([
    ['https://tools.usps.com/go?tLabels=9', 'https://tools.usps.com/go?tLabels=9'],
    ['/sandbox/letters/ltr_1', '/sandbox/letters/ltr_1'],
    ['javascript:alert(1)', null],
    ['//elsewhere.example', null],
    [null, null],
  ])('of %j is %j', (url, link) => {
    expect(trackingLink({ lobTrackingUrl: url })).toBe(link)
  })
})
