import { isMhtml, pagesOfMhtml } from '../readers/html/mhtml.ts'
import { type HtmlElement, isElement, parseHtml } from '../readers/html/tree.ts'
import { counted } from './counted.ts'
import { knownText } from './known-words.ts'
import { shapeOfText } from './shape-of-text.ts'

/** A saved web page as shape: its elements with their classes, the labels that we know, and classes of characters. */

const mostClasses = 6

/** Names of classes are the site's own; numbers in them are not shown. */
const classOf = (name: string): string =>
  /^[A-Za-z][\w-]{0,40}$/.test(name) ? name.replaceAll(/\d+/g, '9') : shapeOfText(name)

const nameOf = ({ tag, classes }: HtmlElement): string =>
  [/^[a-z][a-z0-9-]{0,20}$/.test(tag) ? tag : 'other', ...classes.slice(0, mostClasses).map(classOf)].join(
    '.',
  )

const shapeOfLine = (text: string): string => {
  const label = knownText(text)
  return label === null ? shapeOfText(text) : `[${label}]`
}

const linesOf = (element: HtmlElement, above: readonly string[]): string[] => {
  const here = [...above, nameOf(element)].slice(-3)
  return element.children.flatMap(child => {
    if (isElement(child)) return linesOf(child, here)
    const text = child.trim()
    return text === '' ? [] : [`${here.join(' > ')}  ${shapeOfLine(text)}`]
  })
}

export const shapeOfPage = (text: string): string[] => {
  const pages = isMhtml(text) ? pagesOfMhtml(text) : [text]
  return pages.flatMap((page, index) => {
    const parsed = parseHtml(page)
    if ('stopped' in parsed) return [`Page ${index + 1} cannot be read: ${parsed.stopped}`]
    return ['', `Page ${index + 1}`, ...counted(linesOf(parsed.root, []))]
  })
}
