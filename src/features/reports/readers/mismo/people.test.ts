import { describe, expect, test } from 'vitest'
import { borrower, response, row } from '#test/support/reports/mismo-2-document.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { PersonalInfo } from '../../canonical.ts'
import { readReport } from '../detect.ts'

/** Names and addresses as truncated and filled by senders. */

const personIn = (text: string): PersonalInfo | undefined => {
  return requireReport(readReport(text, { firstName: 'Robert', lastName: 'Ice', ssnLastFour: '2041' }))
    .personal[0]
}

const mismo2 = (inner: string) =>
  personIn(
    response(
      `${borrower}${row()}<CREDIT_FILE CreditFileID="F1" BorrowerID="B1" CreditRepositorySourceType="Equifax" _ResultStatusType="FileReturned"><_BORROWER _FirstName="ROBERT" _LastName="ICE">${inner}</_BORROWER></CREDIT_FILE>`,
    ),
  )

const mismo3 = (inner: string) =>
  personIn(
    `<MESSAGE><CREDIT_RESPONSE><CREDIT_FILE><CREDIT_FILE_DETAIL><CreditFileResultStatusType>FileReturned</CreditFileResultStatusType><CreditRepositorySourceType>Experian</CreditRepositorySourceType></CREDIT_FILE_DETAIL><PARTY>${inner}</PARTY></CREDIT_FILE></CREDIT_RESPONSE></MESSAGE>`,
  )

describe('an alias', () => {
  test.each([
    ['_FirstName="L" _LastName="ICE JR" _UnparsedName="ROBERT L ICE JR"', 'ROBERT L ICE JR'],
    ['_LastName="ICE" _UnparsedName="BOB ICE"', 'BOB ICE'],
    ['_FirstName="BOB" _LastName="ICE" _UnparsedName="ICE, BOB"', 'BOB ICE'],
    ['_FirstName="BOB" _LastName="ICE" _NameSuffix="JR" _UnparsedName="BOB ICE"', 'BOB ICE JR'],
    ['_UnparsedName="BOB ICE"', 'BOB ICE'],
    ['_LastName="ICE" _UnparsedName="ICE, BOB L"', 'BOB L ICE'],
    ['_LastName="ICE" _UnparsedName="BOB ICE, JR"', 'BOB ICE JR'],
  ])('of %s is read completely', (attributes, name) => {
    expect(mismo2(`<_ALIAS ${attributes}/>`)?.aliases).toEqual([name])
  })

  test('of MISMO 3 is read from its parts if the full name is truncated', () => {
    const alias =
      '<NAME><FirstName>ROBERT</FirstName><FullName>R ICE</FullName><LastName>ICE</LastName></NAME>'
    expect(mismo3(`<INDIVIDUAL><ALIASES><ALIAS>${alias}</ALIAS></ALIASES></INDIVIDUAL>`)?.aliases).toEqual([
      'ROBERT ICE',
    ])
  })
})

describe('a residence', () => {
  const residence = (line: string, more = '') =>
    `<RESIDENCE><ADDRESS><AddressLineText>${line}</AddressLineText>${more}</ADDRESS></RESIDENCE>`
  const placesOf = (residences: string) => {
    const person = mismo3(`<ROLE><BORROWER>${residences}</BORROWER></ROLE>`)
    return [person?.currentAddress, ...(person?.previousAddresses ?? [])].map(place => place?.street)
  }

  test('of only a slash is null, and a trailing slash is removed', () => {
    expect(placesOf(residence('     /      ') + residence('784 BEACH BLVD/') + residence('---'))).toEqual([
      '784 BEACH BLVD',
    ])
  })

  test('keeps a meaningful slash', () => {
    expect(placesOf(residence('12 1/2 ELM ST'))).toEqual(['12 1/2 ELM ST'])
  })
})
