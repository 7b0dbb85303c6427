import { SAXParser, type StartTag } from 'parse5-sax-parser'

/**
 * A small tree of an untrusted web page. The page is data: no script runs, nothing is fetched or rendered, and of the
 * attributes only the id and the classes are kept. The tokenizer is the HTML standard's; the tree is our own, since
 * building the standard's takes quadratic time for some pages. Depth and number of nodes are bounded; text cannot
 * outgrow the file, since every character reference is longer than the character.
 */

export type HtmlElement = {
  readonly tag: string
  readonly id: string
  readonly classes: readonly string[]
  readonly children: (HtmlElement | string)[]
}

/** `isWhole`: the page was closed by its own end tag, so it is not truncated. */
type HtmlReading = { root: HtmlElement; isWhole: boolean } | { stopped: string }

/** `omitted`: how many open elements are searched for one whose end tag is missing. */
const limits = { depth: 512, nodes: 500_000, classes: 2000, id: 200, omitted: 32 }

class Stopped extends Error {}

const tooDeep = 'its elements are nested too deeply'

const setOf = (tags: string): ReadonlySet<string> => new Set(tags.split(' '))

const voidTags = setOf('area base br col embed hr img input link meta param source track wbr')

/** Dropped with their content. */
const droppedTags = setOf('script style noscript svg math object iframe')

/**
 * The open elements that a start tag closes, because their end tags may be omitted. A browser writes every end tag
 * when it saves a page, and a page's script may put a block into a paragraph, which therefore stays open.
 */
const closedByStart: Readonly<Record<string, ReadonlySet<string>>> = {
  p: setOf('p'),
  li: setOf('li p'),
  option: setOf('option'),
  dt: setOf('dt dd p'),
  dd: setOf('dt dd p'),
  td: setOf('td th p'),
  th: setOf('td th p'),
  tr: setOf('tr td th p'),
  tbody: setOf('thead tbody tfoot tr td th p'),
  thead: setOf('thead tbody tfoot tr td th p'),
  tfoot: setOf('thead tbody tfoot tr td th p'),
}

/** Elements beyond which no tag closes anything: a table inside a cell is a separate table. */
const tableScope = setOf('table template')
const scope = setOf('table template td th caption button')
const partsOfTables = setOf('td th tr tbody thead tfoot caption table')

const attributeOf = ({ attrs }: StartTag, name: string): string =>
  attrs.find(attribute => attribute.name === name)?.value ?? ''

const noClasses: readonly string[] = []

const classesOf = (tag: StartTag): readonly string[] => {
  const text = attributeOf(tag, 'class').slice(0, limits.classes).trim()
  return text === '' ? noClasses : text.split(/\s+/)
}

/** Reads a whole text synchronously, while the library reads a stream. */
class PageParser extends SAXParser {
  parse(text: string): void {
    this.tokenizer.write(text, true)
  }
}

class Builder {
  readonly root: HtmlElement = { tag: '', id: '', classes: noClasses, children: [] }
  isWhole = false
  private readonly open: HtmlElement[] = [this.root]
  private readonly openTags = new Map<string, number>()
  private nodes = 0
  /** The dropped element that is open, and how many of its name are open inside it. */
  private dropped: { tag: string; depth: number } | null = null

  start(tag: StartTag): void {
    const { tagName, selfClosing } = tag
    if (this.dropped !== null) {
      if (tagName === this.dropped.tag && !selfClosing) this.dropped.depth += 1
      if (this.dropped.depth > limits.depth) throw new Stopped(tooDeep)
      return
    }
    if (droppedTags.has(tagName)) {
      if (!selfClosing) this.dropped = { tag: tagName, depth: 1 }
      return
    }
    const closes = closedByStart[tagName]
    if (closes !== undefined) this.closeOmitted(tagName, closes)
    const element: HtmlElement = {
      tag: tagName,
      id: attributeOf(tag, 'id').slice(0, limits.id),
      classes: classesOf(tag),
      children: [],
    }
    this.add(element)
    if (voidTags.has(tagName)) return
    if (this.open.length > limits.depth) throw new Stopped(tooDeep)
    this.open.push(element)
    this.openTags.set(tagName, (this.openTags.get(tagName) ?? 0) + 1)
  }

  end(tagName: string): void {
    if (this.dropped !== null) {
      if (tagName === this.dropped.tag) this.dropped.depth -= 1
      if (this.dropped.depth === 0) this.dropped = null
      return
    }
    if (tagName === 'body' || tagName === 'html') this.isWhole = true
    if ((this.openTags.get(tagName) ?? 0) === 0) return
    const within = partsOfTables.has(tagName) ? tableScope : scope
    for (let at = this.open.length - 1; at > 0; at -= 1) {
      const { tag } = this.open[at] ?? this.root
      if (tag === tagName) return this.closeTo(at)
      if (within.has(tag)) return
    }
  }

  text(text: string): void {
    if (this.dropped === null) this.add(text)
  }

  private add(node: HtmlElement | string): void {
    this.nodes += 1
    if (this.nodes > limits.nodes) throw new Stopped('it has too many elements')
    this.open.at(-1)?.children.push(node)
  }

  private closeOmitted(tagName: string, closes: ReadonlySet<string>): void {
    const within = partsOfTables.has(tagName) ? tableScope : scope
    let from: number | null = null
    const last = Math.max(0, this.open.length - 1 - limits.omitted)
    for (let at = this.open.length - 1; at > last; at -= 1) {
      const { tag } = this.open[at] ?? this.root
      if (closes.has(tag)) from = at
      else if (within.has(tag) || !partsOfTables.has(tagName)) break
    }
    if (from !== null) this.closeTo(from)
  }

  private closeTo(at: number): void {
    for (const { tag } of this.open.splice(at)) this.openTags.set(tag, (this.openTags.get(tag) ?? 1) - 1)
  }
}

/** Parses a whole page. `stopped`: why reading ended. */
export const parseHtml = (text: string): HtmlReading => {
  const parser = new PageParser()
  const builder = new Builder()
  parser.on('startTag', tag => builder.start(tag))
  parser.on('endTag', ({ tagName }) => builder.end(tagName))
  parser.on('text', ({ text: piece }) => builder.text(piece))
  try {
    parser.parse(text)
  } catch (error) {
    return { stopped: error instanceof Stopped ? error.message : 'it is broken' }
  }
  return { root: builder.root, isWhole: builder.isWhole }
}

export const isElement = (node: HtmlElement | string): node is HtmlElement => typeof node !== 'string'

export const elementsOf = ({ children }: HtmlElement): HtmlElement[] => children.filter(isElement)

export const hasClass = ({ classes }: HtmlElement, name: string): boolean => classes.includes(name)

/** The outermost elements inside one that pass a test, in page order. */
export const findAll = (inside: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement[] => {
  const found: HtmlElement[] = []
  const visit = (element: HtmlElement) => {
    for (const child of elementsOf(element)) {
      if (test(child)) found.push(child)
      else visit(child)
    }
  }
  visit(inside)
  return found
}

export const contains = (inside: HtmlElement, test: (element: HtmlElement) => boolean): boolean =>
  inside.children.some(child => isElement(child) && (test(child) || contains(child, test)))

/** The page without the elements that pass a test. */
export const without = (element: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement => ({
  ...element,
  children: element.children
    .filter(child => !isElement(child) || !test(child))
    .map(child => (isElement(child) ? without(child, test) : child)),
})

const blocks = setOf('div p li ul ol tr table section h1 h2 h3 h4 h5 h6 dl dt dd br')

/** Collapses ASCII whitespace; pages use a no-break space as a separator. */
const folded = (text: string): string => text.replaceAll(/[ \t\r\n\f]+/g, ' ')

/** The lines of an element's text: a line break or another block begins the next line. Empty lines are kept inside. */
const rawLines = (element: HtmlElement): string[] => {
  let line = ''
  const lines: string[] = []
  const visit = (node: HtmlElement | string) => {
    if (!isElement(node)) {
      line += node
      return
    }
    const isBlock = blocks.has(node.tag)
    if (isBlock) lines.push(line)
    if (isBlock) line = ''
    node.children.forEach(visit)
    if (isBlock && node.tag !== 'br') lines.push(line)
    if (isBlock && node.tag !== 'br') line = ''
  }
  visit(element)
  lines.push(line)
  return lines.map(one => folded(one).trim())
}

/** The same without empty lines. */
export const linesOf = (element: HtmlElement): string[] => rawLines(element).filter(line => line !== '')

/** Groups of lines separated by empty lines. */
export const paragraphsOf = (element: HtmlElement): string[][] => {
  const groups: string[][] = [[]]
  for (const line of rawLines(element)) {
    if (line !== '') groups.at(-1)?.push(line)
    else if (groups.at(-1)?.length !== 0) groups.push([])
  }
  return groups.filter(group => group.length > 0)
}

/** An element's text in one line. */
export const textOf = (element: HtmlElement): string => linesOf(element).join(' ')
