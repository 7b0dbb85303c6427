import type { BureauFile, ReportedAddressRow } from './held.ts'
import type { Subject } from './life.ts'
import { addressNode, nameNode, taxpayer, telephone } from './mismo-parts.ts'
import { type Element, leaf, node } from './xml.ts'

/** A bureau's MISMO CREDIT_FILE: whether it answered, and who the person is in it. */

const residence = ({ place, reported }: ReportedAddressRow, index: number): Element =>
  node('RESIDENCE', [
    addressNode(place),
    node('RESIDENCE_DETAIL', [
      leaf('BorrowerResidencyReportedDate', reported),
      leaf('BorrowerResidencyType', index === 0 ? 'Current' : 'Prior'),
    ]),
  ])

const employer = (name: string): Element =>
  node('EMPLOYER', [node('LEGAL_ENTITY', [node('LEGAL_ENTITY_DETAIL', [leaf('FullName', name)])])])

const party = (file: BureauFile, { ssn }: Subject): Element =>
  node(
    'PARTY',
    [
      node('INDIVIDUAL', [
        file.aliases.length === 0
          ? null
          : node('ALIASES', [file.aliases.map(alias => node('ALIAS', [nameNode(alias)]))]),
        file.phones.map(telephone),
        node('IDENTIFICATION_VERIFICATION', [node('BIRTH_INFORMATION', [leaf('BirthDate', file.birthDate)])]),
        nameNode(file.names),
      ]),
      node('ROLES', [
        node('ROLE', [
          node('BORROWER', [
            node('EMPLOYERS', [file.employers.map(employer)]),
            node('RESIDENCES', [file.addresses.map(residence)]),
          ]),
        ]),
      ]),
      taxpayer(ssn),
    ],
    { SequenceNumber: '1' },
  )

const detail = (status: string, { bureau }: BureauFile): Element =>
  node('CREDIT_FILE_DETAIL', [
    leaf('CreditFileResultStatusType', status),
    leaf('CreditRepositorySourceType', bureau),
  ])

const frozenMessage = (file: BureauFile): Element =>
  node('CREDIT_ERROR_MESSAGES', [
    node('CREDIT_ERROR_MESSAGE', [
      leaf('CreditErrorMessageSourceType', file.bureau),
      leaf('CreditErrorMessageText', 'The consumer has placed a security freeze on this file.'),
    ]),
  ])

/** The CREDIT_FILE of a bureau, under a label; a frozen one holds nobody. */
export const creditFile = (file: BureauFile, subject: Subject, label: string): Element => {
  const content = file.frozen
    ? [detail('NoFileReturnedCreditFreeze', file), frozenMessage(file)]
    : [detail('FileReturned', file), party(file, subject)]
  return node('CREDIT_FILE', content, { 'xlink:label': label })
}
