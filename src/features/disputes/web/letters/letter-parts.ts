import type { Letter } from '../../dispute-contract.ts'

type Words = Pick<Letter, 'body' | 'editable'>

/** A letter's text before and after the part that may be worded otherwise. */
export const splitLetter = ({ body, editable }: Words): { head: string; foot: string } => {
  const at = body.indexOf(editable)
  return at === -1
    ? { head: '', foot: '' }
    : { head: body.slice(0, at).trimEnd(), foot: body.slice(at + editable.length).trimStart() }
}

/** The whole letter with another middle, as the server takes it. */
export const replaceMiddle = ({ body, editable }: Words, middle: string): string => {
  const at = body.indexOf(editable)
  return at === -1 ? middle : body.slice(0, at) + middle.trim() + body.slice(at + editable.length)
}
