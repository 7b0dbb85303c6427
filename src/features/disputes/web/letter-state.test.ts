import { describe, expect, it } from 'vitest'
import { lettersToMail, mailStateOf, mailWords, mustStay, trackingLink } from './letter-state.ts'

const letter = { lobStatus: null, lobErrorMessage: null, lobLetterId: null }

describe('the state of a letter', () => {
  it.each([
    ['Not mailed', {}],
    ['Pending', { lobLetterId: 'ltr_1' }],
    ['In transit', { lobLetterId: 'ltr_1', lobStatus: 'processed' }],
    ['In transit', { lobLetterId: 'ltr_1', lobStatus: 'sent' }],
    ['Delivered', { lobLetterId: 'ltr_1', lobStatus: 'delivered' }],
    ['Failed', { lobLetterId: 'ltr_1', lobStatus: 'failed' }],
    ['Failed', { lobErrorMessage: 'The address could not be verified.' }],
    ['Failed', { lobStatus: 'sent', lobErrorMessage: 'Returned to sender.' }],
  ] as const)('is %s for %j', (words, said) => {
    expect(mailWords[mailStateOf({ ...letter, ...said })]).toBe(words)
  })
})

it('only letters that nobody has mailed wait to be mailed', () => {
  expect(lettersToMail([letter, { ...letter, lobLetterId: 'ltr_1' }, letter])).toBe(2)
})

it('a marked letter must stay, and the others with it', () => {
  expect(mustStay([{ mark: null }, { mark: 'Sandbox letter, do not mail' }])).toBe(true)
  expect(mustStay([{ mark: null }])).toBe(false)
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
