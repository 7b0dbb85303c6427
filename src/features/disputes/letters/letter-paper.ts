import type { FactLine } from './evidence.ts'

/** Printed on letters about an invented report, which must not be mailed. */
export const sandboxMark = 'Sandbox letter, do not mail'

/** A block of a letter's layout on paper. */
export type PaperBlock =
  | { style: 'mark' | 'date' | 'subject' | 'paragraph' | 'signature'; text: string }
  /** What identifies the item for the bureau, or "About me", with the facts below it. */
  | { style: 'facts'; title: string; facts: FactLine[] }

const blocksIn = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map(block => block.trim())
    .filter(block => block !== '')

const factIn = (line: string): FactLine | null => {
  const at = line.indexOf(': ')
  return at < 1 ? null : { label: line.slice(0, at), value: line.slice(at + 2) }
}

/**
 * Splits a letter's text, or a part between empty lines, into the PDF's blocks. The text is the output of `letterText`;
 * the user's own wording of its middle is laid out as paragraphs.
 */
export const paperBlocks = (text: string): PaperBlock[] => {
  const all = blocksIn(text)
  const subject = all.findIndex(block => block.startsWith('Re: '))
  return all.map((block, index): PaperBlock => {
    if (block === sandboxMark) return { style: 'mark', text: block }
    if (index === subject) return { style: 'subject', text: block }
    if (index === subject - 1) return { style: 'date', text: block }
    if (index === all.length - 1 && all[index - 1] === 'Sincerely,')
      return { style: 'signature', text: block }
    const [title = '', ...lines] = block.split('\n')
    const facts = lines.flatMap(line => factIn(line) ?? [])
    const isFacts = index > subject && facts.length > 0 && facts.length === lines.length
    return isFacts ? { style: 'facts', title, facts } : { style: 'paragraph', text: block }
  })
}
