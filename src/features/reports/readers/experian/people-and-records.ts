import type { Inquiry, PersonalInfo, PublicRecord, ReportedAddress, Score } from '../../canonical.ts'
import { scoreFamily } from '../../scores.ts'
import { addressOrNull, formatStreet } from '../address.ts'
import {
  distinct,
  parseDate,
  parseFreeText,
  parseLastFour,
  parseMoney,
  parseMonthFirstDate,
  parsePhone,
  parsePostal,
  parseScore,
  parseText,
} from '../fields.ts'
import { isNode, listAt, partAt, rawAt, type TreeNode } from '../json.ts'
import { experianIndustry } from '../metro2-codes.ts'
import { describeFactors, type ReadScore } from '../score-factors.ts'
import {
  describeRecordStatus,
  experianInquiryKind,
  experianResponsibility,
  findExperianModel,
} from './codes.ts'

/** Personal information in an Experian Credit Profile. */

/** Generation codes; a digit is the generation. */
const generations: Readonly<Record<string, string>> = { J: 'JR', S: 'SR', '2': 'II', '3': 'III', '4': 'IV' }

const nameOf = (node: TreeNode): string | null => {
  const generation = parseText(rawAt(node, 'generationCode'))
  const parts = ['firstName', 'middleName', 'surname', 'secondSurname'].map(key => rawAt(node, key) ?? '')
  return parseFreeText(
    [...parts, generation === null ? '' : (generations[generation] ?? generation)].join(' '),
  )
}

const birthOf = (profile: TreeNode): string | null => {
  const dob = partAt(profile, 'consumerIdentity', 'dob')
  if (!isNode(dob)) return parseMonthFirstDate(rawAt(profile, 'consumerIdentity', 'dob'))
  const part = (key: string) => rawAt(dob, key) || '0'
  return parseDate(`${part('year')}-${part('month')}-${part('day')}`)
}

const addressOf = (node: TreeNode): ReportedAddress[] => {
  const part = (key: string) => rawAt(node, key)
  const unit = parseText(`${part('unitType') ?? ''} ${part('unitId') ?? ''}`)
  const address = addressOrNull({
    street: formatStreet({
      number: part('streetPrefix'),
      before: part('preDirection'),
      name: part('streetName'),
      type: part('streetSuffix'),
      after: part('postDirection'),
      unit,
    }),
    city: parseText(part('city')),
    state: parseText(part('state') || part('stateCode')),
    postal: parsePostal(part('zipCode')),
  })
  if (address === null) return []
  const reported =
    parseMonthFirstDate(part('lastUpdatedDate')) ?? parseMonthFirstDate(part('firstReportedDate'))
  return [{ ...address, reported }]
}

/** Plain texts instead of objects, such as a list of phone numbers. */
const textsAt = (profile: TreeNode, path: readonly string[], keys: readonly string[]): string[] => {
  const part = partAt(profile, ...path)
  const list = Array.isArray(part) ? part : [part]
  return list.flatMap(one =>
    typeof one === 'string' ? one : (keys.map(key => rawAt(one ?? null, key)).find(Boolean) ?? []),
  )
}

/** The address updated last is the current one. A name of type N is the person's, of type A an alias. */
export const readExperianPerson = (profile: TreeNode): PersonalInfo => {
  const names = listAt(profile, 'consumerIdentity', 'name')
  const typeOf = (node: TreeNode) => parseText(rawAt(node, 'type'))?.toUpperCase()
  const primary =
    names.find(node => typeOf(node) === 'N') ?? names.find(node => typeOf(node) !== 'A') ?? names[0]
  const name = primary === undefined ? null : nameOf(primary)
  const [current, ...previous] = listAt(profile, 'addressInformation')
    .flatMap(addressOf)
    .toSorted((a, b) => (b.reported ?? '').localeCompare(a.reported ?? ''))
  return {
    bureau: 'Experian',
    name,
    aliases: distinct(names.filter(one => one !== primary).map(nameOf)).filter(alias => alias !== name),
    dob: birthOf(profile),
    ssnLastFour: textsAt(profile, ['ssn'], ['number']).map(parseLastFour).find(Boolean) ?? null,
    currentAddress: current ?? null,
    previousAddresses: previous,
    employers: distinct(
      listAt(profile, 'employmentInformation').map(node => parseFreeText(rawAt(node, 'name'))),
    ),
    phones: distinct(textsAt(profile, ['consumerIdentity', 'phone'], ['number']).map(parsePhone)),
    consumerStatements: distinct(
      textsAt(profile, ['statement'], ['statementText', 'messageText', 'text']).map(parseFreeText),
    ),
  }
}

/** Experian inquiry, publicRecord and riskModel. */

export const readInquiry = (node: TreeNode, id: string): Inquiry => ({
  id,
  company: parseFreeText(rawAt(node, 'subscriberName')) ?? 'Unnamed company',
  bureau: 'Experian',
  date: parseMonthFirstDate(rawAt(node, 'date')),
  kind: experianInquiryKind(parseText(rawAt(node, 'type'))),
  industry: experianIndustry(parseText(rawAt(node, 'kob'))),
  address: null,
})

/** Only a bankruptcy has these, or is filed with a bankruptcy court. */
const isBankruptcy = (node: TreeNode): boolean =>
  ['bankruptcyAssetAmount', 'bankruptcyVoluntaryIndicator'].some(
    key => parseText(rawAt(node, key)) !== null,
  ) || /BANKR|BKPT|BKRPT/i.test(rawAt(node, 'courtName') ?? '')

/** Whether a record's status is unknown to us. */
export const hasUnknownStatus = (node: TreeNode): boolean => {
  const status = parseText(rawAt(node, 'status'))
  return status !== null && describeRecordStatus(status) === null
}

/**
 * A public record's statusDate is the day of the court action in its status. If that action is not the filing, it
 * is the disposition date.
 */
export const readPublicRecord = (node: TreeNode, id: string): PublicRecord => {
  const code = parseText(rawAt(node, 'status'))
  const status = describeRecordStatus(code)
  const filed = parseMonthFirstDate(rawAt(node, 'filingDate'))
  const acted = parseMonthFirstDate(rawAt(node, 'statusDate'))
  return {
    id,
    bureau: 'Experian',
    type: status?.[0] ?? (isBankruptcy(node) ? 'Bankruptcy' : 'Public record'),
    // All known statuses are of bankruptcies.
    ...(status !== null || isBankruptcy(node) ? { kind: 'bankruptcy' } : {}),
    disposition: status?.[1] ?? (code === null ? null : `Experian status ${code}`),
    filed,
    disposed: status?.[1] === 'Filed' || acted === filed ? null : acted,
    court: parseFreeText(rawAt(node, 'courtName')),
    caseNumber: parseText(rawAt(node, 'referenceNumber')) ?? parseText(rawAt(node, 'bookPageSequence')),
    amount: parseMoney(rawAt(node, 'amount')),
    plaintiff: parseFreeText(rawAt(node, 'plaintiffName')),
    responsibility: experianResponsibility(parseText(rawAt(node, 'ecoa'))),
    // No source documents the other values.
    ...(parseText(rawAt(node, 'bankruptcyVoluntaryIndicator')) === 'V' ? { petition: 'voluntary' } : {}),
  }
}

/** Factors lower the score. Experian sends only their codes, whose meaning depends on the model. */
const factorsOf = (node: TreeNode, model: string | null): Score['factors'] =>
  describeFactors(
    model,
    listAt(node, 'scoreFactors')
      .toSorted((a, b) => Number(rawAt(a, 'importance')) - Number(rawAt(b, 'importance')))
      .map(factor => ({ code: parseText(rawAt(factor, 'code')), text: null })),
  )

const readScore = (node: TreeNode, dateReported: string | null): ReadScore[] => {
  const model = findExperianModel(parseText(rawAt(node, 'modelIndicator')))
  const reported = parseText(rawAt(node, 'score'))
  const score = parseScore(reported)
  if (score !== null) {
    const family = scoreFamily(model)
    return [
      { score: { bureau: 'Experian', score, dateReported, model, family, factors: factorsOf(node, model) } },
    ]
  }
  if (reported === null && model === null) return []
  const reason =
    reported === null
      ? 'Experian gave no score.'
      : `Experian gave the code ${reported.slice(0, 20)} in place of a score.`
  return [{ exclusion: { bureau: 'Experian', model, reason } }]
}

/** A code instead of a score is the reason for having none. */
export const readScores = (profile: TreeNode, dateReported: string | null): ReadScore[] =>
  listAt(profile, 'riskModel').flatMap(node => readScore(node, dateReported))
