import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { defaultConsentTexts } from '#features/identity/consent-texts.ts'
import type { LegalPage } from './contract.ts'
import { defaultPages } from './legal-pages.ts'
import { statement, statementAddress, statementTitle } from './statement.ts'

const textOf = (page: LegalPage) =>
  page.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join(' ')

it('shows the version of the terms that users consent to', () => {
  expect(defaultConsentTexts.terms.version).toBe(defaultPages.terms.version)
})

it('shows the statement of 15 U.S.C. 1679c(a) as it was compared with the statute', () => {
  const text = [statementTitle, ...statement, ...statementAddress].join('\n')
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    '29a3b08e7ff8c5f04194812929ddc114708215edf24badff2015bd111e168f52',
  )
})

describe.each(Object.entries(defaultPages))('/legal/%s', (_, page) => {
  it('is marked as a template while it has gaps for counsel to fill', () => {
    expect(page.template).toBe(/counsel/i.test(textOf(page)))
  })

  it('promises no result', () => {
    expect(textOf(page)).not.toMatch(/guarantee|\berase|\bboost|pre-approved|we will (fix|remove|raise)/i)
  })
})
