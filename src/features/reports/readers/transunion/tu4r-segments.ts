import { endsEarly } from '../reading.ts'
import { createSsnRemover } from '../ssn.ts'

/**
 * The columns of TU4R segment fields, first and last, counted from 1 (TransUnion TU 4.0). Those of type 01
 * are confirmed by a record that TransUnion itself translated into TrueLink; those of type 11 have longer
 * names and numbers.
 */

type Span = readonly [from: number, to: number]
type Layout = Readonly<Record<string, Span>>

/** Layouts by the first four characters of a segment. */
export const layouts: Readonly<Record<string, Layout>> = {
  TU4R: { reference: [11, 34], date: [49, 56] },
  PH01: { product: [8, 12] },
  SH01: { hit: [11, 11], statement: [14, 14], suppression: [19, 19] },
  NM01: {
    type: [9, 9],
    last: [10, 34],
    first: [35, 49],
    middle: [50, 64],
    prefix: [65, 67],
    suffix: [68, 70],
  },
  AD01: {
    number: [11, 20],
    before: [21, 22],
    name: [23, 49],
    after: [50, 51],
    type: [52, 53],
    unit: [54, 58],
    city: [59, 85],
    state: [86, 87],
    zip: [88, 97],
    reported: [98, 105],
  },
  EM01: { employer: [8, 42] },
  EM11: { employer: [9, 43] },
  TR01: {
    industry: [8, 9],
    memberCode: [10, 17],
    name: [18, 41],
    portfolio: [42, 42],
    account: [43, 66],
    designator: [67, 67],
    opened: [68, 75],
    effective: [76, 83],
    closed: [85, 92],
    paidOut: [94, 101],
    lastPayment: [102, 109],
    rating: [110, 111],
    balance: [113, 121],
    highCredit: [122, 130],
    limit: [131, 139],
    termMonths: [140, 142],
    monthlyPayment: [144, 152],
    note: [153, 188],
    loanType: [189, 190],
    remark: [191, 193],
    pastDue: [194, 202],
    worstRating: [222, 223],
    patternStart: [224, 231],
    pattern: [232, 279],
    monthsReviewed: [280, 281],
    late30: [282, 283],
    late60: [284, 285],
    late90: [286, 287],
  },
  TR11: {
    industry: [8, 9],
    memberCode: [10, 17],
    name: [18, 47],
    portfolio: [48, 48],
    account: [49, 78],
    designator: [79, 79],
    loanType: [80, 81],
    effective: [82, 89],
    opened: [90, 97],
    closed: [98, 105],
    paidOut: [107, 114],
    balance: [115, 123],
    highCredit: [124, 132],
    limit: [133, 141],
    termMonths: [142, 144],
    monthlyPayment: [146, 154],
    lastPayment: [164, 171],
    rating: [172, 173],
    patternStart: [174, 181],
    pattern: [182, 229],
    monthsReviewed: [230, 231],
    late30: [232, 233],
    late60: [234, 235],
    late90: [236, 237],
    pastDue: [238, 246],
    remark: [247, 249],
    worstRating: [284, 285],
  },
  CL01: {
    industry: [8, 9],
    memberCode: [10, 17],
    name: [18, 41],
    portfolio: [42, 42],
    account: [43, 66],
    designator: [67, 67],
    originalCreditor: [68, 103],
    opened: [104, 111],
    effective: [112, 119],
    closed: [121, 128],
    paidOut: [130, 137],
    rating: [138, 139],
    balance: [140, 148],
    highCredit: [149, 157],
    remark: [158, 160],
  },
  CL11: {
    industry: [8, 9],
    memberCode: [10, 17],
    name: [18, 47],
    portfolio: [48, 48],
    account: [49, 78],
    designator: [79, 79],
    loanType: [80, 81],
    originalCreditor: [82, 111],
    effective: [114, 121],
    opened: [122, 129],
    closed: [130, 137],
    paidOut: [139, 146],
    balance: [147, 155],
    highCredit: [156, 164],
    pastDue: [165, 173],
    rating: [174, 175],
    remark: [176, 178],
  },
  PR01: {
    memberCode: [10, 17],
    type: [18, 19],
    docket: [20, 30],
    plaintiff: [55, 78],
    filed: [103, 110],
    disposed: [111, 118],
    designator: [137, 137],
    court: [138, 139],
  },
  PR11: { memberCode: [10, 17], type: [18, 19] },
  IN01: { industry: [12, 13], memberCode: [14, 21], name: [22, 45], date: [58, 65] },
  IN11: { industry: [12, 13], memberCode: [14, 21], name: [22, 51], date: [55, 62] },
  SC01: { product: [8, 12], sign: [13, 13], result: [14, 18], factors: [21, 32] },
  LK01: { industry: [14, 15], memberCode: [16, 23], name: [24, 47] },
  LK11: { industry: [14, 15], memberCode: [16, 23], name: [24, 53] },
  SA01: { line: [8, 37], more: [38, 67], city: [68, 94], state: [95, 96], zip: [97, 106] },
}

/**
 * Splits a TU4R record into segments: four characters of type, three digits of length, and fields at fixed
 * columns. A record begins with TU4R and ends with ENDS or END1; line breaks between segments are allowed.
 */

export type Segment = {
  /** `TR01`, `NM11`, ... */
  id: string
  /** The first two letters of the type. */
  kind: string
  text: string
  /** A field without its padding; null when it is blank or not in the layout. */
  field: (name: string) => string | null
}

type SegmentReading = { segments: Segment[] } | { stopped: string }

const most = 50_000

type Cut = { id: string; text: string }

const head = /^([A-Z]{2}[A-Z\d]{2})(\d{3})/

/** The next segment from a position, and where the following one begins; null when there is none. */
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
    if (found === null && at + 7 > text.length) return endsEarly
    if (found === null || cuts.length >= most) return `Reading stopped at character ${at + 1}.`
    isOpen = !isEnd(found.cut)
    cuts.push(found.cut)
    at = found.next
  }
  return isOpen ? endsEarly : cuts
}

/** The SSN of a PI segment is in columns 9 to 17. */
const ssnsIn = (cuts: readonly Cut[]): string[] =>
  cuts.filter(({ id }) => id.startsWith('PI')).map(({ text }) => text.slice(8, 17))

/** The segments of a document, without its SSNs. */
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
