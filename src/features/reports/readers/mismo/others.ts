import type { Bureau } from '#values/bureau.ts'
import type { Inquiry, PublicRecord } from '../../canonical.ts'
import { bankruptcyModelOf, familyOf, fraudModelOf, isFraudModel, modelNameOf } from '../../scores.ts'
import { bureauOf, mismoResponsibilityOf, wordsOf } from '../codes.ts'
import { dateOf, freeTextOf, moneyOf, scoreOf, textOf } from '../fields.ts'
import type { ReadScore } from '../read-score.ts'
import { factorsInWords } from '../score-factors.ts'
import { below, child, every, leaves, type XmlNode } from '../xml.ts'
import { addressOf } from './files.ts'
import type { Place } from './place.ts'

/** MISMO 3 CREDIT_INQUIRY, CREDIT_PUBLIC_RECORD and CREDIT_SCORE. */

const kindOf = (purpose: string | undefined): Inquiry['kind'] | null => {
  if (
    /soft|promotion|prescreen|account ?review|account ?monitoring|consumer ?disclosure/i.test(purpose ?? '')
  )
    return 'soft'
  return /hard/i.test(purpose ?? '') ? 'hard' : null
}

/** `unsaid`: the kind of an inquiry that does not say it (docs/report-model.md, "Inquiries"). */
export const readInquiry = (
  node: XmlNode,
  id: string,
  { bureaus }: Place,
  unsaid: Inquiry['kind'],
): Inquiry[] =>
  bureaus.map((bureau, index) => ({
    id: index === 0 ? id : `${id}-${index}`,
    company:
      freeTextOf(below(child(node, 'NAME'), 'FullName') ?? below(node, 'FullName')) ?? 'Unnamed company',
    bureau,
    date: dateOf(below(node, 'CreditInquiryDate')),
    kind: kindOf(below(node, 'CreditInquiryPurposeType')) ?? unsaid,
    industry: wordsOf(textOf(below(node, 'CreditBusinessType'))),
    address: addressOf(child(node, 'ADDRESS')),
  }))

/** The rows of one CREDIT_PUBLIC_RECORD, one for each bureau that it stands at. */
export const readPublicRecord = (node: XmlNode, id: string, { bureaus }: Place): PublicRecord[] => {
  const found = leaves(node)
  const leaf = (name: string) => found.get(`CreditPublicRecord${name}`)
  const type = leaf('Type') === 'Other' ? leaf('TypeOtherDescription') : leaf('Type')
  return bureaus.map((bureau, index) => ({
    id: index === 0 ? id : `${id}-${index}`,
    bureau,
    type: wordsOf(textOf(type))?.replace(/(?<=\D)(\d+)/, ' $1') ?? 'Public record',
    disposition: wordsOf(textOf(leaf('DispositionType'))),
    filed: dateOf(leaf('FiledDate')),
    disposed: dateOf(leaf('DispositionDate') ?? leaf('SettledDate') ?? leaf('PaidDate')),
    court: freeTextOf(leaf('CourtName')),
    caseNumber: textOf(leaf('DocketIdentifier')),
    amount: moneyOf(leaf('LegalObligationAmount') ?? found.get('BankruptcyLiabilitiesAmount')),
    plaintiff: freeTextOf(leaf('PlaintiffName')),
    responsibility: mismoResponsibilityOf(textOf(leaf('AccountOwnershipType'))),
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
  const type = textOf(
    below(node, 'CreditScoreExclusionReasonType') ?? below(node, 'CreditScoreImpairmentType'),
  )
  if (type !== null && Object.hasOwn(exclusions, type)) return exclusions[type] ?? ''
  return (
    wordsOf(type) ??
    freeTextOf(below(node, 'CreditScoreFactorText')) ??
    'The sender gives no score and no reason.'
  )
}

/** The bureau of a score: the one it names, else its file's, else the one its model names (FICO Classic is TransUnion's). */
const bureauOfScore = (node: XmlNode, place: Place, model: string): Bureau | null => {
  const own = bureauOf(textOf(below(node, 'CreditRepositorySourceType')))
  const named =
    /equifax|experian|transunion/i.exec(model)?.[0] ?? (/classic|empirica/i.test(model) ? 'TransUnion' : null)
  const [only = null] = place.bureaus.length === 1 ? place.bureaus : []
  return own ?? only ?? bureauOf(named)
}

/** A score, or why there is none; null when no bureau can be told. */
export const readScore = (node: XmlNode, place: Place): ReadScore | null => {
  const type = below(node, 'CreditScoreModelNameType')
  const named =
    type === undefined || type === 'Other'
      ? (below(node, 'CreditScoreModelNameTypeOtherDescription') ?? type)
      : type
  const reported = textOf(named)
  const bureau = bureauOfScore(node, place, reported ?? '')
  if (bureau === null) return null
  const category = below(node, 'CreditScoreCategoryType') ?? ''
  const described = below(node, 'CreditScoreCategoryTypeOtherDescription') ?? ''
  const model =
    category === 'Bankruptcy'
      ? bankruptcyModelOf(reported)
      : isFraudModel(`${category} ${described}`)
        ? fraudModelOf(reported)
        : modelNameOf(reported)
  const score = scoreOf(below(node, 'CreditScoreValue'))
  if (score === null) return { exclusion: { bureau, model, reason: reasonOf(node) } }
  const factors = factorsInWords(
    model,
    every(node, 'CREDIT_SCORE_FACTOR').map(factor => ({
      code: textOf(below(factor, 'CreditScoreFactorCode')),
      text: freeTextOf(below(factor, 'CreditScoreFactorText')),
    })),
  )
  const dateReported = dateOf(below(node, 'CreditScoreDate'))
  const family = familyOf(reported) === 'Other' ? familyOf(category) : familyOf(reported)
  return { score: { bureau, score, dateReported, model, family, factors } }
}
