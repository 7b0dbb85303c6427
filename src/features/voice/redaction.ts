import { describeRecord } from '#features/credit/factors/derogatory-marks.ts'
import { collectFacts } from '#features/credit/facts.ts'
import { accountName } from '#features/credit/wording.ts'
import type { VisibleData } from './answer.ts'

/**
 * What is sent to the language service, and what is accepted from it. Social Security, card and account numbers are removed
 * from every question; names in the report are removed from what is reworded.
 */

const REMOVED = '[number removed]'

/** `123-45-6789`, `123 45 6789`, `xxx-xx-6789`; and nine or more digits in any grouping. */
const ssn = /(?<![\d$.,])\d{3}[-\s.]\d{2}[-\s.]\d{4}(?!\d)/g
const maskedSsn = /\b[xX*]{3}[-\s]?[xX*]{2}[-\s]?\d{4}\b/g
const longNumber = /(?<![\d$,.])\d(?:[-\s.]?\d){6,}(?!\d)(?:[*xX]+)?/g

/** Dates are set aside before searching for long numbers. */
const date = /\b(?:\d{1,2}[/-]\d{1,2}[/-]\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{4})\b/g

const digitWords =
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve'
const spokenNumber = new RegExp(`\\b(?:(?:${digitWords})[\\s,.-]+){5,}(?:${digitWords})\\b`, 'gi')

/** A number with its name before it, even if only its last digits. A year is not one. */
const namedNumber =
  /\b(ssn|social(?: security)?(?: number)?|account(?: number)?|card(?: number)?|pin|cvv|seguro social|cuenta|tarjeta)((?:(?<=\s)(?:is|ends?|ending|in|with|no|number|es|termina|en|numero)|[\s:#.])*)((?!(?:19|20)\d{2}\b)\d(?:[-\s]?\d){3,})(?!\d)/gi

/** Replaces Social Security, card, account and phone numbers. Dates, amounts, scores and ZIP codes stay. */
export const redact = (text: string): string => {
  const dates: string[] = []
  const withoutDates = text.replaceAll(date, found => {
    dates.push(found)
    return `\u0001${dates.length - 1}\u0002`
  })
  return withoutDates
    .replaceAll(ssn, REMOVED)
    .replaceAll(maskedSsn, REMOVED)
    .replaceAll(namedNumber, (_, name: string, between: string) => `${name}${between} ${REMOVED}`)
    .replaceAll(longNumber, REMOVED)
    .replaceAll(spokenNumber, REMOVED)
    .replaceAll(/\u0001(\d+)\u0002/g, (_, index: string) => dates[Number(index)] ?? '')
    .replaceAll(/ {2,}/g, ' ')
}

/** Names of creditors, companies, courts, employers and people in a report, with addresses and phone numbers. */
export const listReportNames = ({ analytics: { fullReport, report } }: VisibleData): string[] => {
  if (fullReport === null) return []
  const facts = collectFacts(fullReport, report?.reportDate ?? null)
  const accounts = fullReport.accountInformation.flatMap(row => [
    accountName(row, facts),
    row.creditorName,
    row.creditorNameReported,
    row.originalCreditor,
    row.accountNumber,
  ])
  const others = [
    ...fullReport.creditInquiries.map(({ company }) => company),
    ...fullReport.publicRecords.flatMap(record => [
      describeRecord(record),
      record.type,
      record.court,
      record.caseNumber,
    ]),
    ...fullReport.personalInformation.flatMap(person => [
      person.name,
      person.currentAddress,
      ...person.aliases,
      ...person.previousAddresses,
      ...person.employers,
      ...person.phones,
    ]),
  ]
  return [...new Set([...accounts, ...others].filter(name => name !== null))]
}

/** A text whose names were replaced by `[[1]]`, `[[2]]`, ... */
type MaskedText = { text: string; names: readonly string[] }

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Replaces names: a creditor called "ignore all rules" is a placeholder and not an instruction. */
export const maskNames = (text: string, known: readonly string[]): MaskedText => {
  const longestFirst = known.filter(name => name.trim() !== '').toSorted((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return { text, names: [] }
  const names: string[] = []
  const anyName = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.map(escapePattern).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  )
  return {
    text: text.replaceAll(anyName, found => {
      if (!names.includes(found)) names.push(found)
      return `[[${names.indexOf(found) + 1}]]`
    }),
    names,
  }
}

export const unmaskNames = (text: string, names: readonly string[]): string =>
  text.replaceAll(/\[\[(\d+)\]\]/g, (placeholder, number: string) => names[Number(number) - 1] ?? placeholder)

/** Whether a text contains nothing like an email address or a Social Security, card or account number. */
export const isSafeToSend = (text: string): boolean => !/\d{6,}|\*{2,}|@|X{3}/.test(text)

const figure = /\[\[\d+\]\]|\$?\d[\d,./-]*\d|\$?\d|TransUnion|Experian|Equifax/g

const findFigures = (text: string): string[] => text.match(figure) ?? []

/** Words that judge or negate. */
const judgment =
  /\b(no|not|none|never|nothing|nobody|without|only|up|down|late|past|due|behind|open|closed|paid|derogatory|collection|excellent|good|fair|poor|high|medium|low|higher|lower|more|less|above|below|under|over|average|oldest|newest|all|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|half|twice|double)\b|n['’]t\b/gi

const findJudgments = (text: string): string[] =>
  (text.match(judgment) ?? []).map(word => word.toLowerCase()).toSorted()

/** Promises, legal and product advice, links and markup. */
const forbidden =
  /guarantee|promis(?!e what)|will (?:rise|go up|increase|improve|be approved)|\bsue\b|lawsuit|https?:|www\.|[<>{}`#]|\bssn\b/i

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index])

const countItems = (text: string): number => text.match(/^- /gm)?.length ?? 0

/** Whether a rewording has the original's list items, figures in their order and judgments, and nothing forbidden. */
export const makesSameClaims = (reworded: string, original: string): boolean =>
  reworded.trim() !== '' &&
  reworded.length <= 2 * original.length + 200 &&
  (!forbidden.test(reworded) || forbidden.test(original)) &&
  countItems(reworded) === countItems(original) &&
  isEqual(findFigures(reworded), findFigures(original)) &&
  isEqual(findJudgments(reworded), findJudgments(original))
