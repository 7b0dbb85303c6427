import { createSsnRemover } from '../ssn.ts'
import type { PagesText } from './pages-text.ts'
import { readRows } from './rows.ts'

/** Full Social Security numbers in the words of a PDF: written with dashes, or nine digits in a row that names them. */
const findSsns = (pages: PagesText): string[] =>
  readRows(pages).flatMap(({ words, text }) => {
    const isNamed = /\bSSN\b|\bSocial Security\b/i.test(text.slice(0, 2000))
    return words.flatMap(word =>
      /^\d{3}-\d{2}-\d{4}$/.test(word.text) || (isNamed && /^\d{9}$/.test(word.text)) ? word.text : [],
    )
  })

/** Removes every SSN that a PDF prints in full from all of its words, before anything else reads them. */
export const removeSsns = (pages: PagesText): PagesText => {
  const found = findSsns(pages)
  if (found.length === 0) return pages
  const remove = createSsnRemover(found)
  return {
    ...pages,
    title: pages.title === null ? null : remove(pages.title),
    words: pages.words.map(word => ({ ...word, text: remove(word.text) })),
  }
}
