import { parseFlag } from '../fields.ts'
import { elementOf, leafOf, type XmlNode } from '../xml.ts'
import { lateCountNames, liabilityNames, patternNames } from './mismo-2-names.ts'
import {
  addressElements,
  commentElements,
  phoneElements,
  repositoryElements,
  toLeaves,
} from './mismo-2-parts.ts'
import { findParts, type Part, partValue } from './mismo-2-tree.ts'

/** MISMO 2 CREDIT_LIABILITY as the MISMO 3 element, with what Array adds to it. */

const isFlagged = (row: Part, name: string): boolean => parseFlag(partValue(row, name)) === true

/** Array's own word for a loss: it decides where the rating leaves it open, or where there is none. */
const flaggedLoss = (row: Part): string | null => {
  if (isFlagged(row, 'IsChargeoffIndicator')) return 'ChargeOff'
  return isFlagged(row, 'IsCollectionIndicator') ? 'Collection' : null
}

const isOpenLoss = (type: string | null): boolean => type === null || type === 'CollectionOrChargeOff'

/** Ratings by type; a code alone stays a code. */
const ratingElements = (row: Part): XmlNode[] => {
  const [current] = findParts(row, 'CURRENT_RATING')
  const [worst] = findParts(row, 'HIGHEST_ADVERSE_RATING')
  const [type, code, worstType] = [
    partValue(current, 'Type'),
    partValue(current, 'Code'),
    partValue(worst, 'Type'),
  ]
  const loss = flaggedLoss(row)
  const decided = (given: string | null) => (loss !== null && isOpenLoss(given) ? loss : given)
  return [
    ...leafOf('CreditLiabilityCurrentRatingType', type === null && code !== null ? null : decided(type)),
    ...leafOf('CreditLiabilityCurrentRatingCode', code),
    ...leafOf('CreditLiabilityHighestAdverseRatingType', decided(worstType)),
  ]
}

/** The status a sender gives, else Array's flag. */
const statusOf = (row: Part): string | null => {
  const given = partValue(row, 'AccountStatusType', 'CreditLiabilityAccountStatusType')
  const closed = parseFlag(partValue(row, 'IsClosedIndicator'))
  return given ?? (closed === null ? null : closed ? 'Closed' : 'Open')
}

const typeOf = (row: Part): string | null => {
  const given = partValue(row, 'AccountType', 'CreditLiabilityAccountType')
  const isUnsaid = given === null || given === 'Unknown'
  return isUnsaid && isFlagged(row, 'IsMortgageIndicator') ? 'Mortgage' : given
}

/** The kind of loan; some senders call a collection so only in the account type. Raw types may be bare letters. */
const loanTypeOf = (row: Part): string | null => {
  const given = partValue(row, 'CreditLoanType')
  if (given !== null && given !== 'UnknownLoanType') return given
  if (typeOf(row) === 'Collection') return 'Collection'
  const raw = partValue(row, 'RawAccountType')
  return raw !== null && raw.trim().length > 2 ? raw : given
}

/** Array marks the merged row of a stack as Primary, and the bureaus' own behind it as Secondary. */
const primaryOf = (row: Part): string | null => {
  const place = partValue(row, 'CreditTradeReferenceID')
  return place === 'Primary' ? 'true' : place === 'Secondary' ? 'false' : null
}

/** What stands in attributes and is a remark to a person. */
const remarkElements = (row: Part): XmlNode[] => {
  const counseling = isFlagged(row, 'CreditCounselingIndicator') ? 'CREDIT COUNSELING' : null
  return [partValue(row, 'CollateralDescription'), counseling].flatMap(text =>
    text === null ? [] : [elementOf('CREDIT_COMMENT', leafOf('CreditCommentText', text))],
  )
}

/** The creditor; its address and telephone may stand in a reference that several rows share. */
const creditorElement = (row: Part, references: ReadonlyMap<string, Part>): XmlNode => {
  const [creditor] = findParts(row, 'CREDITOR')
  const reference = references.get(partValue(row, 'CreditTradeReferenceID') ?? '')
  const address = addressElements(creditor)
  const phones = phoneElements(creditor)
  return elementOf('CREDIT_LIABILITY_CREDITOR', [
    elementOf(
      'NAME',
      leafOf('FullName', partValue(creditor, 'Name', 'UnparsedName') ?? partValue(reference, 'Name')),
    ),
    ...(address.length > 0 ? address : addressElements(reference)),
    ...(phones.length > 0 ? phones : phoneElements(reference)),
  ])
}

/** `references`: CREDIT_TRADE_REFERENCE by its id. */
export const liabilityElement = (row: Part, references: ReadonlyMap<string, Part>): XmlNode =>
  elementOf(
    'CREDIT_LIABILITY',
    [
      creditorElement(row, references),
      ...ratingElements(row),
      ...leafOf('CreditLiabilityAccountStatusType', statusOf(row)),
      ...leafOf('CreditLiabilityAccountType', typeOf(row)),
      ...leafOf('CreditLoanType', loanTypeOf(row)),
      ...leafOf('PrimaryRecordIndicator', primaryOf(row)),
      ...toLeaves(row, liabilityNames),
      ...toLeaves(findParts(row, 'LATE_COUNT')[0], lateCountNames),
      ...toLeaves(findParts(row, 'PAYMENT_PATTERN')[0], patternNames),
      ...remarkElements(row),
      commentElements(findParts(row, 'CREDIT_COMMENT')),
      ...repositoryElements(row),
    ],
    partValue(row, 'CreditLiabilityID'),
  )
