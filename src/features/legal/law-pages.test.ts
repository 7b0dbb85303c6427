import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { consentTexts } from '#features/identity/consent-texts.ts'
import { statement, statementAddress, statementTitle } from './credit-file-rights.ts'
import { legalPages } from './law-pages.ts'
import { terms } from './terms.ts'

const textOf = (page: (typeof legalPages)[string]) =>
  page.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join(' ')

it('keeps under the consent the version of the terms that are shown', () => {
  expect(consentTexts.terms.version).toBe(terms.version)
})

it('gives the statement of 15 U.S.C. 1679c(a) unchanged since it was compared with the statute', () => {
  const words = [statementTitle, ...statement, ...statementAddress].join('\n')
  expect(createHash('sha256').update(words).digest('hex')).toBe(
    '29a3b08e7ff8c5f04194812929ddc114708215edf24badff2015bd111e168f52',
  )
})

describe.each(Object.entries(legalPages))('/legal/%s', (_, page) => {
  it('says that it is a template while something is left for counsel', () => {
    expect(page.template).toBe(/counsel/i.test(textOf(page)))
  })

  it('promises no result', () => {
    expect(textOf(page)).not.toMatch(/guarantee|\berase|\bboost|pre-approved|we will (fix|remove|raise)/i)
  })
})
