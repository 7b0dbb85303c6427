/** A minimal XML writer: elements as values, indented and escaped. */

export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  content: string | readonly Element[]
}

type Given = Element | readonly Given[] | null

const flat = (given: Given): Element[] => {
  if (given === null) return []
  return 'name' in given ? [given] : given.flatMap(flat)
}

/** An element with children; nulls are dropped and lists flattened. */
export const node = (
  name: string,
  children: readonly Given[],
  attributes: Readonly<Record<string, string>> = {},
): Element => ({ name, attributes, content: children.flatMap(flat) })

/** A text element; null when there is no text. */
export const leaf = (name: string, text: string | number | null): Element | null =>
  text === null ? null : { name, attributes: {}, content: String(text) }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const written = ({ name, attributes, content }: Element, indent: string): string => {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `${indent}<${name}${own.join('')}`
  if (typeof content === 'string') return `${start}>${escaped(content)}</${name}>`
  if (content.length === 0) return `${start}/>`
  const inner = content.map(child => written(child, `${indent}  `))
  return `${start}>\n${inner.join('\n')}\n${indent}</${name}>`
}

export const xmlDocument = (root: Element): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${written(root, '')}\n`
