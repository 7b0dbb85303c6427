import { describe, expect, it } from 'vitest'
import { isPartialDate } from '#values/dates.ts'
import { consentKinds, defaultConsentTexts } from './consent-texts.ts'

describe.each(consentKinds)('the text of %s', kind => {
  const { version, ...texts } = defaultConsentTexts[kind]

  it('contains the date of its version', () => {
    expect(version).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(isPartialDate(version)).toBe(true)
  })

  it('consists of complete sentences without promises', () => {
    for (const text of [texts.text, texts.scope, texts.withdrawing]) expect(text).toMatch(/^[A-Z].*\.$/)
    for (const text of Object.values(texts)) expect(text).not.toMatch(/!|guarantee|improve your score/i)
  })
})

it('gives written instructions for getting reports, and names the law', () => {
  expect(defaultConsentTexts.reportAccess.text).toMatch(
    /^I instruct \{name\}, in writing under the Fair Credit Reporting Act/,
  )
})

it('excludes codes from the consent to texts', () => {
  expect(defaultConsentTexts.sms.scope).toContain('with or without it')
})
