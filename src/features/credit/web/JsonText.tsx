import { useEffect, useRef } from 'react'

/** A longer text is shown without colour: a hundred thousand coloured words would make the page slow. */
const longestColoured = 400_000

const key = /"(?:[^"\\]|\\.)*"(?=:)/g

/** One range a match, over the one node that holds the text. */
const rangesOf = (node: Node, text: string): Range[] =>
  [...text.matchAll(key)].map(({ index, 0: { length } }) => {
    const range = new Range()
    range.setStart(node, index)
    range.setEnd(node, index + length)
    return range
  })

/** JSON as one text, its keys coloured where the browser can colour ranges of a text. */
export const JsonText = ({ text }: { text: string }) => {
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    const node = shown.current?.firstChild
    if (!node || text.length > longestColoured || !('highlights' in CSS)) return
    CSS.highlights.set('json-key', new Highlight(...rangesOf(node, text)))
    return () => {
      CSS.highlights.delete('json-key')
    }
  }, [text])
  return <code ref={shown}>{text}</code>
}
