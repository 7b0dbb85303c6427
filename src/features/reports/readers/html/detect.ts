import type { Reading, ReportOwner } from '../reading.ts'
import { isFilled, isIdentityIq, readIdentityIq } from './identityiq.ts'
import { isMhtml, pagesOfMhtml } from './mhtml.ts'
import { refuse, refusePage } from './refusals.ts'
import { isSmartCredit, readSmartCredit } from './smartcredit.ts'
import { findAll, type HtmlElement, isElement, parseHtml } from './tree.ts'

/** Reads saved web pages: recognized by the structure of the page, never by a brand alone. */

/** What may precede the page: an XML declaration, comments such as the URL it was saved from. */
const prologue = /^(?:\s*(?:<!--[^]*?-->|<\?[^]*?\?>))*\s*/

export const isWebPage = (text: string): boolean =>
  isMhtml(text) || /^<(?:!DOCTYPE\s+html|html|head|body)\b/i.test(text.slice(0, 20_000).replace(prologue, ''))

type Layout = {
  recognizes: (page: HtmlElement) => boolean
  isFilled: (page: HtmlElement) => boolean
  read: (page: HtmlElement, isWhole: boolean, person: ReportOwner) => Reading
}

const layouts: readonly Layout[] = [
  { recognizes: isIdentityIq, isFilled, read: readIdentityIq },
  { recognizes: isSmartCredit, isFilled: () => true, read: readSmartCredit },
]

/** What the translators of Chrome (a class of the root) and Edge (attributes of elements) leave in a page. */
const isTranslated = (text: string): boolean =>
  /<html\b[^>]{0,2000}\btranslated-(?:ltr|rtl)\b/i.test(text.slice(0, 20_000)) ||
  text.includes(' _msttexthash="')

/** Null: no layout recognizes the page. */
const readPage = (text: string, person: ReportOwner): Reading | null => {
  const parsed = parseHtml(text)
  if ('stopped' in parsed) return refuse.broken(parsed.stopped)
  const { root, isWhole } = parsed
  const [layout, ...others] = layouts.filter(one => one.recognizes(root))
  if (layout === undefined || others.length > 0) return null
  if (isTranslated(text)) return refuse.translated()
  return layout.isFilled(root) ? layout.read(root, isWhole, person) : refuse.unfilled()
}

/** The first frame that a layout recognizes; otherwise why the page cannot be read. */
export const readWebPage = (text: string, person: ReportOwner): Reading => {
  const pages = isMhtml(text) ? pagesOfMhtml(text) : [text]
  for (const page of pages) {
    const reading = readPage(page, person)
    if (reading !== null) return reading
  }
  return refusePage(text, pages)
}

/** A browser that saves a JSON or XML document as a page wraps it in one `pre`. Null: the page contains none. */
export const documentShownIn = (text: string): string | null => {
  if (!/<pre[\s>]/i.test(text.slice(0, 5000))) return null
  const parsed = parseHtml(text)
  if ('stopped' in parsed) return null
  const [holder, ...others] = findAll(parsed.root, ({ tag }) => tag === 'pre')
  const shown = (holder?.children ?? [])
    .flatMap(child => (isElement(child) ? [] : [child]))
    .join('')
    .trim()
  return others.length === 0 && /^(?:[[{<]|[\w$.]{1,80}\()/.test(shown) ? shown : null
}
