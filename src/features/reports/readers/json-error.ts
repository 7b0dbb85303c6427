/**
 * Where a text stops being JSON. The engine's own message names a place only sometimes, and otherwise repeats part
 * of the document, which nobody should see.
 */

type Wanted = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'next' | 'nothing'

const blanks = /[ \t\r\n]*/y
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\\u0000-\u001f]*)*"/iy
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

/** The end of a pattern's match at a place, or null. */
const endOf = (pattern: RegExp, text: string, at: number): number | null => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** The index of the first character that no JSON text could have there; the length when the text breaks off. */
export const locateJsonError = (text: string): number => {
  const open: string[] = []
  let wanted: Wanted = 'value'
  let at = 0
  for (;;) {
    at = endOf(blanks, text, at) ?? at
    const character = text[at]
    if (character === undefined || wanted === 'nothing') return at
    const closes = character === (open.at(-1) === '{' ? '}' : ']') && open.length > 0
    if (closes && (wanted === 'next' || wanted.endsWith('or end'))) {
      open.pop()
      at += 1
      wanted = open.length === 0 ? 'nothing' : 'next'
    } else if (wanted === 'colon' || wanted === 'next') {
      if (character !== (wanted === 'colon' ? ':' : ',')) return at
      wanted = wanted === 'next' && open.at(-1) === '{' ? 'key' : 'value'
      at += 1
    } else if (wanted.startsWith('value') && (character === '{' || character === '[')) {
      open.push(character)
      wanted = character === '{' ? 'key or end' : 'value or end'
      at += 1
    } else {
      const isKey = wanted.startsWith('key')
      const end = endOf(string, text, at) ?? (isKey ? null : endOf(scalar, text, at))
      if (end === null) return at
      wanted = isKey ? 'colon' : open.length === 0 ? 'nothing' : 'next'
      at = end
    }
  }
}
