import { describe, expect, it } from 'vitest'
import { isPartialDate } from '#values/dates.ts'
import { consentKinds, defaultConsentTexts } from './consent-texts.ts'

describe.each(consentKinds)('the text of %s', kind => {
  const { version, ...texts } = defaultConsentTexts[kind]

  it('carries the day of its version', () => {
    expect(version).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(isPartialDate(version)).toBe(true)
  })

  it('is whole sentences that promise nothing', () => {
    for (const text of [texts.text, texts.scope, texts.withdrawing]) expect(text).toMatch(/^[A-Z].*\.$/)
    for (const text of Object.values(texts)) expect(text).not.toMatch(/!|guarantee|improve your score/i)
  })
})

it('instructs in writing before any report is got, and names the law', () => {
  expect(defaultConsentTexts.reportAccess.text).toMatch(
    /^I instruct \{name\}, in writing under the Fair Credit Reporting Act/,
  )
})

it('never covers codes by the consent to texts', () => {
  expect(defaultConsentTexts.sms.scope).toContain('with or without it')
})
