import type { Tree } from './json.ts'
import { findAllNearest } from './json-holder.ts'

/** Web services and resellers send a report in XML as the text of an element or of a JSON object. */

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const untilNext = (text: string, end: string): string => {
  const at = text.indexOf(end)
  return (at === -1 ? text : text.slice(0, at)).trim()
}

/** The XML that an XML text holds in a CDATA section, or escaped, as an element's text. */
export const extractXmlFromXml = (text: string): string[] => {
  const section = /<!\[CDATA\[\s*(?=<)/.exec(text)
  if (section) return [untilNext(text.slice(section.index + section[0].length), ']]>')]
  const escaped = />\s*(?=&lt;)/.exec(text)
  if (escaped === null) return []
  const inner = untilNext(text.slice(escaped.index + escaped[0].length), '<')
  return [inner.replaceAll(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => characters[name] ?? entity)]
}

const isXml = (tree: Tree): tree is string => typeof tree === 'string' && /^\s*<[?A-Z]/i.test(tree)

const most = 5

/** The XML among the texts of the nearest object that has any: the report may stand beside a page that shows it. */
export const extractXmlFromJson = (tree: Tree): string[] => {
  const [holder] = findAllNearest(tree, node => [...node.values()].some(isXml))
  return [...(holder?.values() ?? [])]
    .filter(isXml)
    .slice(0, most)
    .map(text => text.trim())
}
