import type { Bureau } from '#values/bureau.ts'
import type { Inquiry, PublicRecord } from '../../canonical.ts'
import type { RecordKind } from '../../public-records.ts'
import {
  formatBankruptcyModel,
  formatFraudModel,
  formatModelName,
  isFraudModel,
  scoreFamily,
} from '../../scores.ts'
import { lookUp, mismoResponsibility, parseBureau, splitCamelCase } from '../codes.ts'
import { parseDate, parseFreeText, parseMoney, parseScore, parseText } from '../fields.ts'
import { describeFactors, type ReadScore } from '../score-factors.ts'
import { below, child, every, leaves, type XmlNode } from '../xml.ts'
import type { RowBureau } from './bureaus.ts'
import { readAddress } from './files.ts'

/** MISMO 3 CREDIT_INQUIRY, CREDIT_PUBLIC_RECORD and CREDIT_SCORE. */

const kindOf = (purpose: string | undefined): Inquiry['kind'] | null => {
  if (
    /soft|promotion|prescreen|account ?review|account ?monitoring|consumer ?disclosure/i.test(purpose ?? '')
  )
    return 'soft'
  return /hard/i.test(purpose ?? '') ? 'hard' : null
}

/** `unsaid`: the kind of an inquiry without a stated one. */
export const readInquiry = (
  node: XmlNode,
  id: string,
  { bureaus }: RowBureau,
  unsaid: Inquiry['kind'],
): Inquiry[] =>
  bureaus.map((bureau, index) => ({
    id: index === 0 ? id : `${id}-${index}`,
    company:
      parseFreeText(below(child(node, 'NAME'), 'FullName') ?? below(node, 'FullName')) ?? 'Unnamed company',
    bureau,
    date: parseDate(below(node, 'CreditInquiryDate')),
    kind: kindOf(below(node, 'CreditInquiryPurposeType')) ?? unsaid,
    industry: splitCamelCase(parseText(below(node, 'CreditBusinessType'))),
    address: readAddress(child(node, 'ADDRESS')),
  }))

/** CreditPublicRecordType states it only for Chapter 7, and not always. */
const petitions: Readonly<Record<string, NonNullable<PublicRecord['petition']>>> = {
  BankruptcyChapter7Involuntary: 'involuntary',
  BankruptcyChapter7Voluntary: 'voluntary',
}

/** MISMO CreditPublicRecordType, as far as the kind decides for how long a record may be listed. */
const recordTypes: Readonly<Record<string, RecordKind>> = {
  Attachment: 'adverse',
  BankruptcyChapter7: 'bankruptcy',
  BankruptcyChapter7Involuntary: 'bankruptcy',
  BankruptcyChapter7Voluntary: 'bankruptcy',
  BankruptcyChapter11: 'bankruptcy',
  BankruptcyChapter12: 'bankruptcy',
  BankruptcyChapter13: 'bankruptcy',
  BankruptcyTypeUnknown: 'bankruptcy',
  ForcibleDetainer: 'adverse',
  Foreclosure: 'adverse',
  Garnishment: 'adverse',
  Judgment: 'judgment',
  LawSuit: 'suit',
  Lien: 'lien',
}

/** The rows of one CREDIT_PUBLIC_RECORD, one for each of its bureaus. */
export const readPublicRecord = (node: XmlNode, id: string, { bureaus }: RowBureau): PublicRecord[] => {
  const found = leaves(node)
  const leaf = (name: string) => found.get(`CreditPublicRecord${name}`)
  const type = leaf('Type') === 'Other' ? leaf('TypeOtherDescription') : leaf('Type')
  const petition = lookUp(petitions, parseText(type))
  const kind = leaf('Type') === 'Other' ? null : lookUp(recordTypes, parseText(type))
  return bureaus.map((bureau, index) => ({
    id: index === 0 ? id : `${id}-${index}`,
    bureau,
    type: splitCamelCase(parseText(type))?.replace(/(?<=\D)(\d+)/, ' $1') ?? 'Public record',
    ...(kind ? { kind } : {}),
    disposition: splitCamelCase(parseText(leaf('DispositionType'))),
    filed: parseDate(leaf('FiledDate')),
    disposed: parseDate(leaf('DispositionDate') ?? leaf('SettledDate') ?? leaf('PaidDate')),
    court: parseFreeText(leaf('CourtName')),
    caseNumber: parseText(leaf('DocketIdentifier')),
    amount: parseMoney(leaf('LegalObligationAmount') ?? found.get('BankruptcyLiabilitiesAmount')),
    plaintiff: parseFreeText(leaf('PlaintiffName')),
    responsibility: mismoResponsibility(parseText(leaf('AccountOwnershipType'))),
    ...(petition ? { petition } : {}),
  }))
}

/** CreditScoreExclusionReasonType and CreditScoreImpairmentType in plain words. */
const exclusions: Readonly<Record<string, string>> = {
  NotScoredCreditDataNotAvailable: 'The bureau had no credit data to score.',
  NotScoredFileCannotBeScored: 'This file cannot be scored.',
  NotScoredFileIsUnderReview: 'The file is under review by the bureau.',
  NotScoredFileTooLong: 'The file is too long for this model.',
  NotScoredInsufficientCredit: 'There is not enough credit history for a score.',
  NotScoredNoQualifyingAccount: 'No account in this file qualifies for a score.',
  NotScoredNoRecentAccountInformation: 'No account was reported recently enough for a score.',
  NotScoredRequirementsNotMet: 'The file does not meet the requirements of this model.',
  NotScoredSubjectDeceased: 'The bureau has the person on file as deceased.',
  ScoringNotAvailable: 'Scoring was not available.',
  InvalidScoreRequest: 'The score was asked for in a way the bureau does not accept.',
  UnauthorizedScoreRequest: 'The sender was not allowed to ask for this score.',
  InsufficientCreditHistory: 'There is not enough credit history for a score.',
  Unscorable: 'This file cannot be scored.',
}

const reasonOf = (node: XmlNode): string => {
  const type = parseText(
    below(node, 'CreditScoreExclusionReasonType') ?? below(node, 'CreditScoreImpairmentType'),
  )
  if (type !== null && Object.hasOwn(exclusions, type)) return exclusions[type] ?? ''
  return (
    splitCamelCase(type) ??
    parseFreeText(below(node, 'CreditScoreFactorText')) ??
    'The sender gives no score and no reason.'
  )
}

/**
 * A score's bureau: the one it names, otherwise its file's, otherwise its model's (FICO Classic is
 * TransUnion's).
 */
const bureauOfScore = (node: XmlNode, place: RowBureau, model: string): Bureau | null => {
  const own = parseBureau(parseText(below(node, 'CreditRepositorySourceType')))
  const named =
    /equifax|experian|transunion/i.exec(model)?.[0] ?? (/classic|empirica/i.test(model) ? 'TransUnion' : null)
  const [only = null] = place.bureaus.length === 1 ? place.bureaus : []
  return own ?? only ?? parseBureau(named)
}

/** A score, or why there is none; null when its bureau is unknown. */
export const readScore = (node: XmlNode, place: RowBureau): ReadScore | null => {
  const type = below(node, 'CreditScoreModelNameType')
  const named =
    type === undefined || type === 'Other'
      ? (below(node, 'CreditScoreModelNameTypeOtherDescription') ?? type)
      : type
  const reported = parseText(named)
  const bureau = bureauOfScore(node, place, reported ?? '')
  if (bureau === null) return null
  const category = below(node, 'CreditScoreCategoryType') ?? ''
  const described = below(node, 'CreditScoreCategoryTypeOtherDescription') ?? ''
  const model =
    category === 'Bankruptcy'
      ? formatBankruptcyModel(reported)
      : isFraudModel(`${category} ${described}`)
        ? formatFraudModel(reported)
        : formatModelName(reported)
  const score = parseScore(below(node, 'CreditScoreValue'))
  if (score === null) return { exclusion: { bureau, model, reason: reasonOf(node) } }
  const factors = describeFactors(
    model,
    every(node, 'CREDIT_SCORE_FACTOR').map(factor => ({
      code: parseText(below(factor, 'CreditScoreFactorCode')),
      text: parseFreeText(below(factor, 'CreditScoreFactorText')),
    })),
  )
  const dateReported = parseDate(below(node, 'CreditScoreDate'))
  const family = scoreFamily(reported) === 'Other' ? scoreFamily(category) : scoreFamily(reported)
  return { score: { bureau, score, dateReported, model, family, factors } }
}
