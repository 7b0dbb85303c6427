import type { Bureau } from '#values/bureau.ts'
import type { Company } from './companies.ts'
import type { Names, Place } from './life.ts'
import { type Element, leaf, node } from './xml.ts'

/** Parts that stand in several places of a MISMO response. */

/** An ADDRESS. */
export const addressNode = ({ street, city, state, postal }: Place): Element =>
  node('ADDRESS', [
    leaf('AddressLineText', street.toUpperCase().replaceAll(',', '')),
    leaf('CityName', city.toUpperCase()),
    leaf('PostalCode', postal),
    leaf('StateCode', state),
  ])

/** The CONTACT_POINTS with one telephone. */
export const telephone = (number: string): Element =>
  node('CONTACT_POINTS', [
    node('CONTACT_POINT', [node('CONTACT_POINT_TELEPHONE', [leaf('ContactPointTelephoneValue', number)])]),
  ])

/** A person's NAME. */
export const nameNode = ({ firstName, middleName, lastName }: Names): Element =>
  node('NAME', [
    leaf('FirstName', firstName.toUpperCase()),
    leaf('LastName', lastName.toUpperCase()),
    leaf('MiddleName', middleName?.toUpperCase() ?? null),
  ])

/** The bureau that a row comes from, with the company's code there. */
export const repositories = (bureau: Bureau, company: Company | null): Element =>
  node('CREDIT_REPOSITORIES', [
    node('CREDIT_REPOSITORY', [
      leaf('CreditRepositorySourceType', bureau),
      leaf('CreditRepositorySubscriberCode', company?.codes[bureau] ?? null),
    ]),
  ])

/** The SSN; MISMO documents carry it whole. */
export const taxpayer = (ssn: string): Element =>
  node('TAXPAYER_IDENTIFIERS', [
    node('TAXPAYER_IDENTIFIER', [
      leaf('TaxpayerIdentifierType', 'SocialSecurityNumber'),
      leaf('TaxpayerIdentifierValue', ssn),
    ]),
  ])
