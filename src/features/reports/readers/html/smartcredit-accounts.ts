import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths } from '#values/dates.ts'
import type { Doubt } from '../../coverage.ts'
import { monthNames } from '../printed-words.ts'
import {
  type DisplayedAccount,
  type DisplayedTrade,
  isReportedTrade,
  shownValue,
  type TradeValue,
} from '../truelink/displayed.ts'
import { fieldAt, readDisputeStatus, smartCreditLabels } from '../truelink/displayed-labels.ts'
import { bureauOfClass, type Grid, readGrid } from './smartcredit-grid.ts'
import { elementsOf, findAll, type HtmlElement, hasClass, linesOf, textOf } from './tree.ts'

/** Accounts of SmartCredit's classic view: a name, a grid of labels, and the months and late counts of each bureau. */

/** The groups of accounts are TrueLink's account types. */
export const groupTypes: Readonly<Record<string, string>> = {
  'type-m': 'Mortgage',
  'type-r': 'Revolving',
  'type-i': 'Installment',
  'type-o': 'Open',
  'type-c': 'Line of credit',
  'type-y': 'Collection',
  'type-u': 'Unknown',
}

export type AccountBlock = {
  name: string
  type: string | null
  grid: HtmlElement | null
  histories: readonly HtmlElement[]
  lateCounts: HtmlElement | null
}

type FoundDoubt = Doubt & { bureau: Bureau }

/** The month number of a label; January is written as its year: `'26`. */
const monthOf = (label: string): number | null => {
  if (/^['’]?\d{2}$/.test(label)) return 1
  const at = monthNames.indexOf(label.slice(0, 3).toLowerCase())
  return at === -1 ? null : at + 1
}

/** The dates of consecutive months, oldest first; null when the labels are inconsistent. */
const dateMonths = (shown: readonly string[]): string[] | null => {
  const at = shown.findIndex(label => /^['’]?\d{2}$/.test(label))
  if (at === -1) return null
  const january = `20${shown[at]?.slice(-2)}-01`
  const months = shown.map((_, index) => addMonths(january, index - at))
  const agrees = shown.every((label, index) => {
    const month = months[index] ?? ''
    if (monthOf(label) !== Number(month.slice(5))) return false
    return !/\d/.test(label) || label.slice(-2) === month.slice(2, 4)
  })
  return agrees ? months : null
}

type Months = { months: DisplayedTrade['months']; unreadable: number }

/** The class of a month is TrueLink's own code; the badge on it is not, and has none for some codes. */
const codeOf = ({ classes }: HtmlElement): string | null =>
  classes.find(name => name.startsWith('status-'))?.slice('status-'.length) ?? null

/** Codes in TrueLink's own letters; E, G, H, J, K and L are those of Metro 2 (docs/reference/report-formats.md). */
const codes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['C', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map(code => [code, code])),
  E: 'C',
  G: '9',
  H: '8',
  J: '8A',
  K: '8',
  L: '9',
}

const noData = new Set(['U', 'N', 'X', 'Y', '0', 'undefined', ''])

const readMonths = (history: HtmlElement): Months => {
  const boxes = findAll(history, element => codeOf(element) !== null)
  const dates = dateMonths(
    boxes.map(box => textOf(findAll(box, one => hasClass(one, 'month-label'))[0] ?? box)),
  )
  const months: { month: string; symbol: string }[] = []
  let unreadable = 0
  for (const [at, box] of boxes.entries()) {
    const code = codeOf(box) ?? ''
    const symbol = Object.hasOwn(codes, code) ? codes[code] : undefined
    const month = dates?.[at]
    if (noData.has(code)) continue
    if (month === undefined || symbol === undefined) unreadable += 1
    else months.push({ month, symbol })
  }
  return { months, unreadable }
}

const monthsByBureau = (histories: readonly HtmlElement[]): ReadonlyMap<Bureau, Months> =>
  new Map(
    histories.flatMap(history => {
      const [heading] = findAll(history, element => hasClass(element, 'payment-history-heading'))
      const bureau = heading === undefined ? null : bureauOfClass(heading, 'text-')
      return bureau === null ? [] : [[bureau, readMonths(history)] as const]
    }),
  )

const lateFields: Readonly<Record<string, TradeValue>> = {
  '30': 'late30Count',
  '60': 'late60Count',
  '90': 'late90Count',
}

/** Parses `30: 2` for each bureau. */
const lateCountsOf = (
  element: HtmlElement | null,
): ReadonlyMap<Bureau, readonly (readonly [TradeValue, string])[]> =>
  new Map(
    (element === null ? [] : elementsOf(element)).flatMap(column => {
      const [heading] = findAll(column, one => bureauOfClass(one, 'text-') !== null)
      const bureau = heading === undefined ? null : bureauOfClass(heading, 'text-')
      if (bureau === null) return []
      const counts = linesOf(column).flatMap(line => {
        const [, days = '', count = ''] = /^(30|60|90): ?(\d{1,3})$/.exec(line) ?? []
        const field = lateFields[days]
        return field === undefined ? [] : [[field, count] as const]
      })
      return [[bureau, counts] as const]
    }),
  )

const remarksIn = (cell: HtmlElement): string[] => {
  const own = elementsOf(cell).filter(({ tag }) => tag === 'div')
  return (own.length > 0 ? own : [cell]).map(textOf).filter(text => shownValue(text) !== null)
}

type Column = {
  values: Map<TradeValue, string>
  remarks: string[]
  disputed: boolean | null
  unknown: number
  twice: number
}

const readColumn = (grid: Grid, column: number): Column => {
  const read: Column = { values: new Map(), remarks: [], disputed: null, unknown: 0, twice: 0 }
  const seen = new Set<string>()
  for (const { row, label } of grid.labels) {
    const cell = grid.cellAt(row, column)
    const text = cell === undefined ? null : shownValue(textOf(cell))
    const key = fieldAt(smartCreditLabels, label)
    if (key === undefined) read.unknown += text === null ? 0 : 1
    else if (seen.has(label)) read.twice += 1
    else if (cell !== undefined && text !== null && key !== 'ignored') {
      if (key === 'remarks') read.remarks = remarksIn(cell)
      else if (key === 'disputed') read.disputed = readDisputeStatus(text)
      else read.values.set(key, text)
    }
    seen.add(label)
  }
  return read
}

export const readAccount = ({
  name,
  type,
  grid: element,
  histories,
  lateCounts,
}: AccountBlock): { account: DisplayedAccount; doubts: FoundDoubt[] } => {
  const doubts: FoundDoubt[] = []
  const doubt = (bureau: Bureau, kind: Doubt['kind'], count: number) => {
    if (count > 0) doubts.push({ bureau, kind, section: 'accounts', about: name, count, place: null })
  }
  const grid = element === null ? null : readGrid(element)
  if (grid === null || grid.isBroken) {
    for (const bureau of bureaus) doubt(bureau, 'entryLost', 1)
    return { account: { name, trades: [] }, doubts }
  }
  const months = monthsByBureau(histories)
  const late = lateCountsOf(lateCounts)
  const trades = [...grid.columns].flatMap(([bureau, column]): DisplayedTrade[] => {
    const read = readColumn(grid, column)
    if (!isReportedTrade(read)) return []
    doubt(bureau, 'unknownLabel', read.unknown)
    doubt(bureau, 'labelTwice', read.twice)
    const own = months.get(bureau) ?? { months: [], unreadable: 0 }
    doubt(bureau, 'monthsUnreadable', own.unreadable)
    const counts = late.get(bureau) ?? []
    const values = new Map([
      ...read.values,
      ...counts,
      ...(type === null ? [] : [['creditType', type] as const]),
    ])
    return [{ bureau, values, disputed: read.disputed, remarks: read.remarks, months: own.months }]
  })
  return { account: { name, trades }, doubts }
}
