import type { Bureau } from '#values/bureau.ts'
import type { PersonalInfo, ReportedAddress, Score, ScoreExclusion } from '../../canonical.ts'
import { formatModelName, scoreFamily } from '../../scores.ts'
import {
  distinct,
  parseCount,
  parseDate,
  parseFreeText,
  parseLastFour,
  parsePhone,
  parseScore,
  parseText,
} from '../fields.ts'
import { asList, get, rawText, type Tree, type TreeNode } from '../json.ts'
import { describeFactors } from '../score-factors.ts'
import { readAddress, readDescription, readSource, readSymbol } from './codes.ts'

/** TrueLink Borrower: the person at each bureau, and the scores. */

const nameOf = (node: TreeNode): string | null => {
  const part = (key: string) => rawText(node, 'Name', key) ?? ''
  return parseFreeText(
    [part('prefix'), part('first'), part('middle'), part('last'), part('suffix')].join(' '),
  )
}

/** NameType symbol 1 is the primary name. */
const isPrimary = (node: TreeNode): boolean =>
  readSymbol(get(node, 'NameType')) === '1' || /primary/i.test(readDescription(get(node, 'NameType')) ?? '')

const birthOf = (node: TreeNode): string | null => {
  const part = (key: string) => rawText(node, 'BirthDate', key) || '0'
  return parseDate(rawText(node, 'date')) ?? parseDate(`${part('year')}-${part('month')}-${part('day')}`)
}

const phoneNumberOf = (node: TreeNode): string | null => {
  const number = get(node, 'PhoneNumber') ?? get(node, 'phoneNumber') ?? get(node, 'telephone') ?? node
  const part = (...keys: readonly string[]) => keys.map(key => rawText(number, key)).find(Boolean) ?? ''
  const parts = [
    part('AreaCode', 'areaCode', 'area'),
    part('Exchange', 'exchange', 'prefix'),
    part('Trunk', 'trunk', 'Number', 'number', 'line'),
  ]
  return parsePhone(rawText(number) ?? part('UnparsedPhone', 'unparsedPhone')) ?? parsePhone(parts.join(''))
}

type Listed = ReportedAddress & { order: number }

const addressesOf = (nodes: readonly TreeNode[]): Listed[] =>
  nodes
    .flatMap((node, index) => {
      const address = readAddress(get(node, 'CreditAddress'))
      if (address === null) return []
      const order = parseCount(rawText(node, 'addressOrder')) ?? index
      return [{ ...address, reported: parseDate(rawText(node, 'dateReported')), order }]
    })
    .toSorted((a, b) => a.order - b.order)

const plain = ({ order: _, ...address }: Listed): ReportedAddress => address

/** A Borrower's entries of one kind from one bureau. */
type Entries = (kind: string) => TreeNode[]

const entriesOf =
  (borrower: Tree | undefined, bureau: Bureau, fallback: Bureau | null): Entries =>
  kind =>
    asList(get(borrower, kind)).filter(node => (readSource(node) ?? fallback) === bureau)

/** `fallback`: the bureau of a one-bureau report, for entries without one. */
export const readPersonal = (
  borrower: Tree | undefined,
  bureau: Bureau,
  fallback: Bureau | null,
): PersonalInfo => {
  const entries = entriesOf(borrower, bureau, fallback)
  const names = entries('BorrowerName')
  const primary = names.find(isPrimary) ?? names[0]
  const name = primary === undefined ? null : nameOf(primary)
  const [current, ...others] = addressesOf(entries('BorrowerAddress'))
  const socials = asList(get(borrower, 'SocialPartition'))
    .flatMap(partition => asList(get(partition, 'Social')))
    .filter(node => (readSource(node) ?? fallback) === bureau)
  return {
    bureau,
    name,
    aliases: distinct(names.filter(one => one !== primary).map(nameOf)).filter(alias => alias !== name),
    dob: entries('Birth').map(birthOf).find(Boolean) ?? null,
    ssnLastFour:
      socials.map(node => parseLastFour(rawText(node, 'SocialSecurityNumber'))).find(Boolean) ?? null,
    currentAddress: current === undefined ? null : plain(current),
    previousAddresses: [...others, ...addressesOf(entries('PreviousAddress'))].map(plain),
    employers: distinct(entries('Employer').map(node => parseFreeText(rawText(node, 'name')))),
    phones: distinct(entries('BorrowerTelephone').map(phoneNumberOf)),
    consumerStatements: distinct(
      entries('CreditStatement').map(node => parseFreeText(rawText(node, 'statement'))),
    ),
  }
}

export const readSubject = (
  borrower: Tree | undefined,
): { name: string | null; ssnLastFour: string | null } => {
  const names = asList(get(borrower, 'BorrowerName'))
  const primary = names.find(isPrimary) ?? names[0]
  const socials = asList(get(borrower, 'SocialPartition')).flatMap(one => asList(get(one, 'Social')))
  const numbers = [borrower, ...socials].map(node => parseLastFour(rawText(node, 'SocialSecurityNumber')))
  return {
    name: primary === undefined ? null : nameOf(primary),
    ssnLastFour: numbers.find(Boolean) ?? null,
  }
}

/** `factor: Lack of sufficient credit history` among a factor's texts; the others explain and advise. */
const factorTextOf = (node: TreeNode): string | null => {
  const texts = get(node, 'FactorText')
  const list = (Array.isArray(texts) ? texts : [texts]).flatMap(one => rawText(one) ?? [])
  const named =
    list.find(text => /^factor:/i.test(text)) ?? list.find(text => !/^(explain|cando):/i.test(text))
  return parseFreeText(named?.replace(/^factor:\s*/i, '')) ?? readDescription(get(node, 'Factor'))
}

/** Factors that lower the score; those marked positive are left out. */
const factorsOf = (node: TreeNode, model: string | null): Score['factors'] =>
  describeFactors(
    model,
    asList(get(node, 'CreditScoreFactor'))
      .filter(factor => !/positive/i.test(readSymbol(get(factor, 'FactorType')) ?? ''))
      .map(factor => ({
        code: parseText(rawText(factor, 'bureauCode')) ?? readSymbol(get(factor, 'Factor')),
        text: factorTextOf(factor),
      })),
  )

type ReadScores = { scores: Score[]; exclusions: ScoreExclusion[]; unplaced: number }

/**
 * Reads CreditScore elements. One with neither a score nor a reason is padding. `type`: the bundle component
 * (`TUCVantageScoreV6`), which defines the model's family if the element has no model.
 */
export const readScores = (
  nodes: readonly TreeNode[],
  fallback: Bureau | null,
  type: string | null = null,
): ReadScores => {
  const found: ReadScores = { scores: [], exclusions: [], unplaced: 0 }
  const familyNamed = /vantage/i.test(type ?? '') ? 'VantageScore' : null
  for (const node of nodes) {
    const reported =
      readDescription(get(node, 'CreditScoreModel')) ?? parseText(rawText(node, 'scoreName')) ?? familyNamed
    const model = formatModelName(reported)
    const score = parseScore(rawText(node, 'riskScore'))
    const reason = readDescription(get(node, 'NoScoreReason')) ?? readSymbol(get(node, 'NoScoreReason'))
    const bureau = readSource(node) ?? fallback
    if (score === null && reason === null) continue
    if (bureau === null) found.unplaced += 1
    else if (score === null) found.exclusions.push({ bureau, model, reason: reason ?? '' })
    else {
      const dateReported = parseDate(rawText(node, 'Source', 'InquiryDate'))
      found.scores.push({
        bureau,
        score,
        dateReported,
        model,
        family: scoreFamily(reported),
        factors: factorsOf(node, model),
      })
    }
  }
  return found
}
