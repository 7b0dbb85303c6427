import { createSsnRemover } from '../ssn.ts'
import { layouts } from './tu4r-layout.ts'

/**
 * Splits a TU4R record: segments of four characters of type, three digits of length, and fields at fixed columns.
 * A record begins with TU4R and ends with ENDS or END1; line breaks between segments are allowed.
 */

export type Segment = {
  /** `TR01`, `NM11`, ... */
  id: string
  /** The two letters of its kind. */
  kind: string
  text: string
  /** A field of the segment's layout without its padding; null when it is blank or the layout has none. */
  field: (name: string) => string | null
}

export type SegmentReading = { segments: Segment[] } | { stopped: string }

const most = 50_000

type Cut = { id: string; text: string }

const head = /^([A-Z]{2}[A-Z\d]{2})(\d{3})/

/** The next segment from a place on, and where the one after it begins; null when none begins there. */
const cutAt = (text: string, at: number): { cut: Cut; next: number } | null => {
  const found = head.exec(text.slice(at, at + 7))
  const length = Number(found?.[2])
  if (found === null || length < 7) return null
  const whole = text.slice(at, at + length)
  const lineEnd = whole.search(/[\r\n]/)
  const own = lineEnd === -1 ? whole : whole.slice(0, lineEnd)
  return { cut: { id: found[1] ?? '', text: own.padEnd(length) }, next: at + own.length }
}

const isEnd = ({ id }: Cut): boolean => id === 'ENDS' || id === 'END1'

const cut = (text: string): Cut[] | string => {
  const cuts: Cut[] = []
  let at = 0
  let isOpen = true
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1
    if (at >= text.length) break
    const found = cutAt(text, at)
    if (found === null || cuts.length >= most) return `Reading stopped at character ${at + 1}.`
    isOpen = !isEnd(found.cut)
    cuts.push(found.cut)
    at = found.next
  }
  return isOpen ? 'Reading stopped at its end: the record has no end segment.' : cuts
}

/** The SSN of a PI segment stands at columns 9 to 17. */
const ssnsIn = (cuts: readonly Cut[]): string[] =>
  cuts.filter(({ id }) => id.startsWith('PI')).map(({ text }) => text.slice(8, 17))

/** The segments of a document, without the SSNs that it names. */
export const splitSegments = (text: string): SegmentReading => {
  const cuts = cut(text)
  if (typeof cuts === 'string') return { stopped: cuts }
  const remove = createSsnRemover(ssnsIn(cuts))
  const segments = cuts.map(({ id, text: own }) => {
    const layout = Object.hasOwn(layouts, id) ? layouts[id] : undefined
    const field = (name: string): string | null => {
      const span = layout !== undefined && Object.hasOwn(layout, name) ? layout[name] : undefined
      const value = span === undefined ? '' : own.slice(span[0] - 1, span[1]).trim()
      return value === '' ? null : remove(value)
    }
    return { id, kind: id.slice(0, 2), text: remove(own), field }
  })
  return { segments }
}
