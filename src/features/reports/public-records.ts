import type { PublicRecord } from './canonical.ts'

/** What kind of case a public record is, and which records of several bureaus are one case. */

/** The kinds that 15 USC 1681c tells apart; `adverse`: other adverse information, (a)(5). */
export const recordKinds = [
  'bankruptcy',
  'lien',
  'judgment',
  'suit',
  'arrest',
  'conviction',
  'adverse',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** For formats that state the kind only in words, and for reports stored before it was read from codes. */
const kindsByWord: readonly (readonly [words: RegExp, kind: RecordKind])[] = [
  [/convict|criminal/i, 'conviction'],
  [/bankrupt|chapter|wage earner/i, 'bankruptcy'],
  [/lien/i, 'lien'],
  [/judg/i, 'judgment'],
  [/(?:law|civil) ?suit/i, 'suit'],
  [/arrest/i, 'arrest'],
  [/attachment|deed in lieu|detainer|evict|foreclos|garnish|support|trusteeship|repossess/i, 'adverse'],
]

/** Null if unknown. */
export const recordKindOf = ({ kind, type }: Pick<PublicRecord, 'kind' | 'type'>): RecordKind | null =>
  kind ?? kindsByWord.find(([words]) => words.test(type))?.[1] ?? null

type ComparedRecord = Pick<
  PublicRecord,
  'id' | 'bureau' | 'kind' | 'type' | 'filed' | 'caseNumber' | 'amount'
>

const lettersOf = (text: string | null): string => (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const isSameNumber = (one: ComparedRecord, other: ComparedRecord): boolean =>
  lettersOf(one.caseNumber) !== '' && lettersOf(one.caseNumber) === lettersOf(other.caseNumber)

/** Fewer digits are alike by chance. */
const MIN_CASE_DIGITS = 6

/** Bureaus leave out a number's office and judge: `2:22-bk-11853-ABC` and `22-11853`. */
const isPartOf = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map(number => number.replaceAll(/[^0-9]/g, ''))
  return (
    a !== undefined &&
    b !== undefined &&
    Math.min(a.length, b.length) >= MIN_CASE_DIGITS &&
    (a.endsWith(b) || b.endsWith(a))
  )
}

/**
 * The same case number; else, at two bureaus, the same filing date of a bankruptcy (nobody files two on one day), or of
 * another record of the same kind whose number and amount do not differ.
 */
const isSameCase = (one: ComparedRecord, other: ComparedRecord): boolean => {
  const [kind, otherKind] = [recordKindOf(one), recordKindOf(other)]
  if (kind !== null && otherKind !== null && kind !== otherKind) return false
  const [number, otherNumber] = [lettersOf(one.caseNumber), lettersOf(other.caseNumber)]
  if (isSameNumber(one, other)) return true
  if (one.bureau === other.bureau || one.filed === null || one.filed !== other.filed) return false
  if (kind === 'bankruptcy' && otherKind === 'bankruptcy') return true
  if (number !== '' && otherNumber !== '') return isPartOf(number, otherNumber)
  return (
    (kind === null ? lettersOf(one.type) === lettersOf(other.type) : kind === otherKind) &&
    (one.amount === null || other.amount === null || Number(one.amount) === Number(other.amount))
  )
}

/** The records of each case, in the order of the report. A bureau lists a case once, or again under the same number. */
export const groupCases = <Row extends ComparedRecord>(
  records: readonly Row[],
): (readonly [Row, ...Row[]])[] => {
  const cases: [Row, ...Row[]][] = []
  for (const record of records) {
    const found = cases.find(
      rows =>
        rows.some(row => isSameCase(row, record)) &&
        rows.every(row => row.bureau !== record.bureau || isSameNumber(row, record)),
    )
    if (found === undefined) cases.push([record])
    else found.push(record)
  }
  return cases
}
