import type { Row, RowWord } from '../rows.ts'
import { splitBlocks } from '../sections.ts'
import { isMonthHead } from './months.ts'

/** TransUnion's accounts, each split into its head, its labeled values and its payment history. */

export type AccountBlock = {
  /** As printed; null if the head of the entry cannot be distinguished from the surrounding text. */
  name: string | null
  number: string | null
  hasHeading: boolean
  /** How many masked numbers it has: with a second one it includes another account. */
  numbers: number
  rows: readonly Row[]
  fields: readonly Row[]
  history: readonly Row[]
}

const isNameLabel = ({ text }: Row): boolean => /^Account Name:?(?: |$)/.test(text)
const isHeading = ({ text }: Row): boolean => text === 'Account Information'
const isHistory = ({ text }: Row): boolean => text === 'Payment History'

/** Such as `349993331594****`: TransUnion masks the last four. */
const isMasked = ({ text }: RowWord): boolean =>
  text.length <= 60 && (/^[A-Z0-9][A-Z0-9/-]*\*{2,}$/i.test(text) || /^\*{2,}[A-Z0-9/-]*$/i.test(text))

const hasNumber = (row: Row | undefined): boolean => row?.words.some(isMasked) ?? false

/** Where the head above "Account Information" begins when its labels are missing: at the masked number. */
const startWithoutLabel = (rows: readonly Row[], heading: number): number => {
  const number = [heading - 1, heading - 2].find(index => hasNumber(rows[index]))
  if (number === undefined) return heading
  return rows[number]?.words.length === 1 && number > 0 ? number - 1 : number
}

/** The rows at which accounts begin: "Account Name", or the head of a further "Account Information". */
const findStarts = (rows: readonly Row[]): number[] => {
  const starts: number[] = []
  let isOpen = false
  rows.forEach((row, index) => {
    if (isNameLabel(row)) {
      starts.push(index)
      isOpen = true
    } else if (isHeading(row)) {
      if (!isOpen) starts.push(startWithoutLabel(rows, index))
      isOpen = false
    }
  })
  return starts
}

const headLabels = /^Account (?:Name|Number):?(?: |$)/

/** The position of "Account Number" next to "Account Name"; null in other layouts. */
const findNumberColumn = (rows: readonly Row[]): number | null => {
  const [column] = rows.flatMap(({ words }) =>
    words.filter(
      ({ text }, at) => at > 1 && text === 'Account' && /^Number:?$/.test(words[at + 1]?.text ?? ''),
    ),
  )
  return column?.x ?? null
}

/** Name and number, from a head in two columns, four lines or one line. */
const readHead = (rows: readonly Row[]): { name: string | null; number: string | null } => {
  const words = rows.flatMap(row => {
    let own = row.words
    const textOf = () => own.map(({ text }) => text).join(' ')
    while (headLabels.test(textOf())) own = own.slice(2)
    return own
  })
  const masked = words.findLast(isMasked)
  const column = findNumberColumn(rows)
  const isOfNumber = (word: RowWord): boolean =>
    masked === undefined ? column !== null && word.x >= column - 1 : word === masked
  const name = words
    .filter(word => !isOfNumber(word))
    .map(({ text }) => text)
    .join(' ')
    .replace(/ ?Account Number:?$/, '')
  const number = words.filter(isOfNumber).map(({ text }) => text)
  return { name: name === '' ? null : name, number: number.length === 0 ? null : number.join('') }
}

/** Four lines, some wrapped by a narrow column; a longer head contains an account that lost its own. */
const longestHead = 8

/** The head ends above "Account Information", otherwise with the masked number. */
const headLength = (rows: readonly Row[]): number => {
  const heading = rows.findIndex(isHeading)
  return heading === -1 ? rows.slice(0, 4).findIndex(hasNumber) + 1 : heading
}

const blockOf = (rows: readonly Row[]): AccountBlock => {
  const length = headLength(rows)
  const hasHeading = rows[length] !== undefined && isHeading(rows[length])
  const body = rows.slice(hasHeading ? length + 1 : length)
  const named = body.findIndex(isHistory)
  const history = named === -1 ? body.findIndex((row, index) => isMonthHead(row, body[index + 1])) : named
  return {
    ...(length > longestHead ? { name: null, number: null } : readHead(rows.slice(0, length))),
    hasHeading,
    numbers: rows.filter(hasNumber).length,
    rows,
    fields: history === -1 ? body : body.slice(0, history),
    history: history === -1 ? [] : body.slice(history),
  }
}

/** The accounts of a section. */
export const splitAccounts = (rows: readonly Row[]): AccountBlock[] =>
  splitBlocks(rows, findStarts(rows)).map(blockOf)
