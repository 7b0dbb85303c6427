import { parseFlag } from '../fields.ts'
import { elementOf, leafOf, type XmlNode } from '../xml.ts'
import { lateCountNames, liabilityNames, patternNames, residencyNames } from './mismo-2-names.ts'
import {
  addressElements,
  commentElements,
  findParts,
  nameElement,
  type Part,
  partValue,
  phoneElements,
  repositoryElements,
  toLeaves,
} from './mismo-2-tree.ts'

/** MISMO 2 people (BORROWER of the order, _BORROWER of a bureau's file) as MISMO 3 parties. */

const residenceElement = (residence: Part): XmlNode =>
  elementOf('RESIDENCE', [
    ...addressElements(residence),
    elementOf('RESIDENCE_DETAIL', toLeaves(residence, residencyNames)),
  ])

const employerElement = (employer: Part): XmlNode =>
  elementOf('EMPLOYER', leafOf('FullName', partValue(employer, 'Name')))

const taxpayerElement = (ssn: string): XmlNode =>
  elementOf('TAXPAYER_IDENTIFIER', leafOf('TaxpayerIdentifierValue', ssn))

/** `_PrintPositionType`: whether this is the primary borrower. */
const isPrimary = (person: Part): boolean => partValue(person, 'PrintPositionType') === 'Borrower'

/** A person as PARTY. `label`: the id used by rows and files. */
export const partyElement = (person: Part, label: string | null): XmlNode => {
  const ssn = partValue(person, 'SSN', 'SocialSecurityNumber')
  const aliases = findParts(person, 'ALIAS').map(alias => elementOf('ALIAS', [nameElement(alias)]))
  const borrower = elementOf('BORROWER', [
    ...leafOf('BorrowerClassificationType', isPrimary(person) ? 'Primary' : null),
    ...findParts(person, 'RESIDENCE').map(residenceElement),
    ...findParts(person, 'EMPLOYER').map(employerElement),
  ])
  return elementOf('PARTY', [
    elementOf('INDIVIDUAL', [
      nameElement(person),
      elementOf('ALIASES', aliases),
      ...leafOf('BirthDate', partValue(person, 'BirthDate')),
      ...phoneElements(person),
    ]),
    elementOf('ROLE', [borrower], label),
    ...(ssn === null ? [] : [taxpayerElement(ssn)]),
  ])
}

/**
 * The people in a response: its BORROWERs. If there are none, one for each BorrowerID of the files, since bureaus
 * spell the same person differently.
 */
export const toBorrowers = (response: Part): Part[] => {
  const own = findParts(response, 'BORROWER')
  if (own.length > 0) return own
  const byId = new Map<string, Part>()
  for (const file of findParts(response, 'CREDIT_FILE')) {
    const [person] = findParts(file, 'BORROWER')
    const id = partValue(file, 'BorrowerID') ?? ''
    if (person !== undefined && !byId.has(id)) byId.set(id, withId(person, id))
  }
  return [...byId.values()]
}

const withId = (person: Part, id: string): Part => ({
  ...person,
  values: new Map([...person.values, ['borrowerid', id]]),
})

/** Converts MISMO 2 CREDIT_LIABILITY to MISMO 3, including Array's additions. */

const isFlagged = (row: Part, name: string): boolean => parseFlag(partValue(row, name)) === true

/** Array's own flag for a loss, used when the rating is ambiguous or missing. */
const flaggedLoss = (row: Part): string | null => {
  if (isFlagged(row, 'IsChargeoffIndicator')) return 'ChargeOff'
  return isFlagged(row, 'IsCollectionIndicator') ? 'Collection' : null
}

const isOpenLoss = (type: string | null): boolean => type === null || type === 'CollectionOrChargeOff'

/** Ratings by type; a bare code stays a code. */
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

/** The sender's status, otherwise Array's flag. */
const statusOf = (row: Part): string | null => {
  const given = partValue(row, 'AccountStatusType', 'CreditLiabilityAccountStatusType')
  const closed = parseFlag(partValue(row, 'IsClosedIndicator'))
  return given ?? (closed === null ? null : closed ? 'Closed' : 'Open')
}

const typeOf = (row: Part): string | null => {
  const given = partValue(row, 'AccountType', 'CreditLiabilityAccountType')
  const isUnstated = given === null || given === 'Unknown'
  return isUnstated && isFlagged(row, 'IsMortgageIndicator') ? 'Mortgage' : given
}

/** The loan type; some senders mark a collection only in the account type. Raw types may be bare letters. */
const loanTypeOf = (row: Part): string | null => {
  const given = partValue(row, 'CreditLoanType')
  if (given !== null && given !== 'UnknownLoanType') return given
  if (typeOf(row) === 'Collection') return 'Collection'
  const raw = partValue(row, 'RawAccountType')
  return raw !== null && raw.trim().length > 2 ? raw : given
}

/** Array marks the merged row of a stack as Primary and the bureaus' own rows after it as Secondary. */
const primaryOf = (row: Part): string | null => {
  const place = partValue(row, 'CreditTradeReferenceID')
  return place === 'Primary' ? 'true' : place === 'Secondary' ? 'false' : null
}

/** Attributes that are remarks for a reader. */
const remarkElements = (row: Part): XmlNode[] => {
  const counseling = isFlagged(row, 'CreditCounselingIndicator') ? 'CREDIT COUNSELING' : null
  return [partValue(row, 'CollateralDescription'), counseling].flatMap(text =>
    text === null ? [] : [elementOf('CREDIT_COMMENT', leafOf('CreditCommentText', text))],
  )
}

/** The creditor; its address and phone may be in a reference shared by several rows. */
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
