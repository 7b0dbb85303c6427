import type { Inquiry, PersonalInfo, PublicRecord, ReportedAddress, Score } from '../../canonical.ts'
import { formatBankruptcyModel, formatModelName, scoreFamily } from '../../scores.ts'
import {
  distinct,
  parseFreeText,
  parseLastFour,
  parseMonthFirstDate,
  parsePhone,
  parseScore,
  parseText,
} from '../fields.ts'
import { hasKey, listAt, partAt, rawAt, type Tree, type TreeNode } from '../json.ts'
import { equifaxIndustry } from '../metro2-codes.ts'
import { describeFactors, type ReadScore } from '../score-factors.ts'
import { describeFiler, findBankruptcy, findFicoModel, findPetition } from './codes.ts'
import { codeAt, type Directory, descriptionAt, readAddress } from './parts.ts'

/** Personal information in an Equifax report. */

const nameOf = (node: Tree | undefined): string | null => {
  const part = (...keys: readonly string[]) => keys.map(key => rawAt(node, key)).find(Boolean) ?? ''
  const parts = [part('firstName'), part('middleName', 'middleInitial'), part('lastName'), part('suffix')]
  return parseFreeText(parts.join(' '))
}

type Listed = ReportedAddress & { isCurrent: boolean }

const addressesOf = (report: TreeNode): Listed[] =>
  listAt(report, 'addresses').flatMap(node => {
    const address = readAddress(node)
    if (address === null) return []
    const dates = ['dateLastReported', 'dateFirstReported'].map(key => parseMonthFirstDate(rawAt(node, key)))
    const isCurrent = parseText(rawAt(node, 'addressType'))?.toLowerCase() === 'current'
    return [{ ...address, reported: dates.find(Boolean) ?? null, isCurrent }]
  })

const plain = ({ isCurrent: _, ...address }: Listed): ReportedAddress => address

/** An employer, under either of its two keys. */
const employerOf = (node: TreeNode): string | null =>
  parseFreeText(rawAt(node, 'employer') || rawAt(node, 'employerName'))

/** Phone numbers are listed with the addresses with which they were reported. */
const phonesOf = (report: TreeNode): string[] =>
  distinct(
    listAt(report, 'addresses').map(node =>
      parsePhone(rawAt(node, 'telephoneNumber') ?? rawAt(node, 'telephoneNumber', 'telephoneNumber')),
    ),
  )

/** The person, with only the last four digits of the SSN. */
export const readEquifaxPerson = (report: TreeNode): PersonalInfo => {
  const name = nameOf(partAt(report, 'subjectName'))
  const addresses = addressesOf(report)
  const current = addresses.find(one => one.isCurrent) ?? addresses[0]
  const numbers = [rawAt(report, 'subjectSocialNum'), rawAt(report, 'identification', 'subjectSocialNum')]
  return {
    bureau: 'Equifax',
    name,
    aliases: distinct(listAt(report, 'formerNames').map(nameOf)).filter(alias => alias !== name),
    dob: parseMonthFirstDate(rawAt(report, 'birthDate')),
    ssnLastFour: numbers.map(parseLastFour).find(Boolean) ?? null,
    currentAddress: current === undefined ? null : plain(current),
    previousAddresses: addresses.filter(one => one !== current).map(plain),
    employers: distinct(listAt(report, 'employments').map(employerOf)),
    phones: phonesOf(report),
    consumerStatements: distinct(
      listAt(report, 'consumerStatements').map(node => parseFreeText(rawAt(node, 'statement'))),
    ),
  }
}

/** Equifax inquiries, bankruptcies and models. */

/** Prefixes of a company's name: promotion, account review, employment, no display, insurance. */
const softMark = /^(PRM|AM|AR|EMPL|PR|ND( (MR|EMPL))?|INS)\s*-/i

/**
 * An inquiry visible to lenders has the type `inquiry`; others are recognized by the prefix, or remain
 * unknown.
 */
export const readInquiry = (node: TreeNode, id: string): Inquiry => {
  const company = parseFreeText(rawAt(node, 'customerName')) ?? 'Unnamed company'
  const isShown = parseText(rawAt(node, 'type'))?.toLowerCase() === 'inquiry'
  return {
    id,
    company,
    bureau: 'Equifax',
    date: parseMonthFirstDate(rawAt(node, 'inquiryDate')),
    kind: softMark.test(company) ? 'soft' : isShown ? 'hard' : 'unknown',
    industry: equifaxIndustry(parseText(rawAt(node, 'industryCode'))),
    address: null,
  }
}

const dispositionCodeOf = (node: TreeNode): string | null => codeAt(node, 'currentIntentOrDispositionCode')

/** Whether a bankruptcy's disposition is unknown to us. */
export const hasUnknownDisposition = (node: TreeNode): boolean =>
  dispositionCodeOf(node) !== null && findBankruptcy(dispositionCodeOf(node)) === null

/** The petition; after a discharge or dismissal, the prior code still states it. */
const petitionOf = (node: TreeNode): Pick<PublicRecord, 'petition'> => {
  const codes = ['currentIntentOrDispositionCode', 'priorIntentOrDispositionCode'].map(key =>
    codeAt(node, key),
  )
  const petition = codes.map(findPetition).find(found => found !== null)
  return petition ? { petition } : {}
}

/** A bankruptcy that was only filed has no disposition date. */
export const readBankruptcy = (node: TreeNode, id: string, directory: Directory): PublicRecord => {
  const known = findBankruptcy(dispositionCodeOf(node))
  const code = dispositionCodeOf(node)
  const disposed = ['currentDispositionDate', 'dispositionDate'].map(key =>
    parseMonthFirstDate(rawAt(node, key)),
  )
  const disposition =
    descriptionAt(node, 'currentIntentOrDispositionCode') ??
    (code === null ? null : `Equifax disposition ${code}`)
  return {
    id,
    bureau: 'Equifax',
    type: known === null ? 'Bankruptcy' : `Chapter ${known[0]} bankruptcy`,
    kind: 'bankruptcy',
    disposition: known?.[1] ?? disposition,
    filed: parseMonthFirstDate(rawAt(node, 'dateFiled')),
    disposed: /filed/i.test(known?.[1] ?? '') ? null : (disposed.find(Boolean) ?? null),
    court: directory.get(parseText(rawAt(node, 'customerNumber')) ?? '')?.name ?? null,
    caseNumber: parseText(rawAt(node, 'caseNumber')),
    amount: null,
    plaintiff: null,
    responsibility: describeFiler(parseText(rawAt(node, 'filer'))),
    ...petitionOf(node),
  }
}

/** Identity, marketing and pricing models also return numbers, but not credit scores. */
const isScoreModel = (node: TreeNode): boolean =>
  !/^(IDSCORE|MARKETMAX|RBP|DODDFRANK)$/i.test(parseText(rawAt(node, 'type')) ?? '')

/**
 * `FICO® Score 5 based on Equifax Data (NF)` as `FICO Score 5`; a model known only by number keeps the
 * number.
 */
const modelOf = (node: TreeNode): string | null => {
  const described = descriptionAt(node, 'FICOScoreIndicatorCode')?.replace(
    /(?<!\s)\s*based on Equifax.*$/i,
    '',
  )
  const fico =
    findFicoModel(codeAt(node, 'FICOScoreIndicatorCode')) ?? described?.replaceAll(/[®™]/g, '') ?? null
  const number = codeAt(node, 'modelNumber')
  const type = parseText(rawAt(node, 'type'))
  // EDAS predicts bankruptcy (Equifax Delinquency Alert System).
  if (type?.toUpperCase() === 'EDAS') return formatBankruptcyModel('Equifax delinquency alert')
  if (fico !== null) return fico
  const stated = descriptionAt(node, 'modelNumber') ?? parseFreeText(rawAt(node, 'modelName'))
  if (stated !== null) return formatModelName(stated)
  return number === null ? type : `Equifax model ${number}`
}

/** Scores for one kind of lending sort after general ones. */
const isSpecial = (model: string | null): boolean =>
  /auto|bankcard|mortgage|personal finance|installment/i.test(model ?? '')

const factorsOf = (node: TreeNode, model: string | null): Score['factors'] =>
  describeFactors(
    model,
    listAt(node, 'reasons').map(reason => ({
      code: parseText(rawAt(reason, 'code'))?.replace(/^0+(?=\d)/, '') ?? null,
      text: parseFreeText(rawAt(reason, 'description')),
    })),
  )

const readScore = (node: TreeNode, dateReported: string | null): ReadScore[] => {
  const model = modelOf(node)
  const score = parseScore(parseText(rawAt(node, 'score')))
  if (score !== null) {
    const family = scoreFamily(model)
    return [
      { score: { bureau: 'Equifax', score, dateReported, model, family, factors: factorsOf(node, model) } },
    ]
  }
  const [reject] = listAt(node, 'rejects')
  if (reject === undefined && !hasKey(node, 'score')) return []
  const code = parseText(rawAt(reject ?? null, 'code'))
  const rejectText = parseFreeText(rawAt(reject ?? null, 'description'))
  const named =
    code === null ? 'Equifax gave no score.' : `Equifax gave the code ${code} in place of a score.`
  return [{ exclusion: { bureau: 'Equifax', model, reason: rejectText ?? named } }]
}

const isForAll = (read: ReadScore): boolean => 'score' in read && !isSpecial(read.score.model)

/** The report's scores; a rejected model has its reason. */
export const readScores = (report: TreeNode, dateReported: string | null): ReadScore[] =>
  listAt(report, 'models')
    .filter(isScoreModel)
    .flatMap(node => readScore(node, dateReported))
    .toSorted((a, b) => Number(isForAll(b)) - Number(isForAll(a)))
