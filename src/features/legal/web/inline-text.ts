type InlinePart =
  | { kind: 'text'; text: string; at: number }
  | { kind: 'bold'; text: string; at: number }
  | { kind: 'link'; text: string; href: string; at: number }

/** Splits a paragraph into text, **bold** and [links](https://…). A link leads to https or an email address only. */
export const splitInline = (paragraph: string): InlinePart[] => {
  const parts: InlinePart[] = []
  let end = 0
  for (const match of paragraph.matchAll(
    /\*\*([^*]+)\*\*|\[([^[\]]+)\]\(((?:https:\/\/|mailto:)[^\s()]+)\)/g,
  )) {
    const [whole, bold, text, href] = match
    if (match.index > end) parts.push({ kind: 'text', text: paragraph.slice(end, match.index), at: end })
    if (bold !== undefined) parts.push({ kind: 'bold', text: bold, at: match.index })
    if (text !== undefined && href !== undefined) parts.push({ kind: 'link', text, href, at: match.index })
    end = match.index + whole.length
  }
  if (end < paragraph.length) parts.push({ kind: 'text', text: paragraph.slice(end), at: end })
  return parts
}
