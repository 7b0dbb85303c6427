import { elementOf, leafOf, type XmlNode } from '../xml.ts'
import { residencyNames } from './mismo-2-names.ts'
import { addressElements, nameElement, phoneElements, toLeaves } from './mismo-2-parts.ts'
import { findParts, type Part, partValue } from './mismo-2-tree.ts'

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

/** `_PrintPositionType`: whose name stands first on the report. */
const isPrimary = (person: Part): boolean => partValue(person, 'PrintPositionType') === 'Borrower'

/** A person as PARTY. `label`: what rows and files call her. */
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
 * The people whom a response is about: its BORROWERs. Where a sender gives none, one for each BorrowerID of the
 * files, since bureaus spell one person in several ways.
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
