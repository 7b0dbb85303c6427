import { type Element, leaf, node, xmlDocument } from '#providers/xml.ts'
import type { Bureau } from '#values/bureau.ts'
import type { BureauFile, ReportedAddressRow } from './held.ts'
import type { Day, Subject } from './life.ts'
import {
  addressNode,
  creditScore,
  inquiry,
  liability,
  nameNode,
  publicRecord,
  taxpayer,
  telephone,
} from './mismo-account.ts'

/** A bureau's MISMO CREDIT_FILE: its result status and the person. */

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

/** A frozen file contains no person. */
const creditFile = (file: BureauFile, subject: Subject, label: string): Element => {
  const content = file.frozen
    ? [detail('NoFileReturnedCreditFreeze', file), frozenMessage(file)]
    : [detail('FileReturned', file), party(file, subject)]
  return node('CREDIT_FILE', content, { 'xlink:label': label })
}

/** A month's files as a MISMO 3.4 response of merged type, with separate rows for each bureau. */

const relation = (from: string, to: string, what: string): Element =>
  node('RELATIONSHIP', [], {
    'xlink:arcrole': `urn:fdc:mismo.org:2009:residential/${what}`,
    'xlink:from': from,
    'xlink:to': to,
  })

/** Rows of one kind, each with a label that links it to its bureau's file. */
const labeled = <Row>(
  files: readonly BureauFile[],
  name: string,
  rowsOf: (file: BureauFile) => readonly Row[],
  write: (row: Row, bureau: Bureau, label: string) => Element,
): { elements: Element[]; relations: Element[] } => {
  const rows = files.flatMap(file => rowsOf(file).map(row => ({ row, bureau: file.bureau })))
  const labelOf = (index: number) => `${name}_${index + 1}`
  const element = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
  return {
    elements: rows.map(({ row, bureau }, index) => write(row, bureau, labelOf(index))),
    relations: rows.map(({ bureau }, index) =>
      relation(labelOf(index), `CreditFile_${bureau}`, `CREDIT_FILE_IsAssociatedWith_${element}`),
    ),
  }
}

const borrowerParty = ({ names, ssn }: Subject): Element =>
  node('PARTY', [
    node('INDIVIDUAL', [nameNode({ ...names, middleName: null })]),
    node('ROLES', [
      node(
        'ROLE',
        [node('BORROWER', [node('BORROWER_DETAIL', [leaf('BorrowerClassificationType', 'Primary')])])],
        { 'xlink:label': 'Consumer_1' },
      ),
    ]),
    taxpayer(ssn),
  ])

const enclosing = (names: readonly string[], inner: Element): Element =>
  names.reduceRight((content, name) => node(name, [content]), inner)

const namespaces = {
  xmlns: 'http://www.mismo.org/residential/2009/schemas',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
  MISMOReferenceModelIdentifier: '3.4.032420160128',
}

/** `day`: the report date. */
export const mismoDocument = (all: readonly BureauFile[], subject: Subject, day: Day): string => {
  const files = all.filter(({ frozen }) => !frozen)
  const inquiries = labeled(files, 'CreditInquiry', file => file.inquiries, inquiry)
  const accounts = labeled(
    files,
    'CreditLiability',
    file => file.accounts,
    (row, _, label) => liability(row, label),
  )
  const records = labeled(files, 'CreditPublicRecord', file => file.records, publicRecord)
  const scores = labeled(
    files,
    'CreditScore',
    file => (file.score === null ? [] : [file.score]),
    (score, bureau, label) => creditScore(score, bureau, day, label),
  )
  const response = node('CREDIT_RESPONSE', [
    node('CREDIT_FILES', [all.map(file => creditFile(file, subject, `CreditFile_${file.bureau}`))]),
    node('CREDIT_INQUIRIES', inquiries.elements),
    node('CREDIT_LIABILITIES', accounts.elements),
    node('CREDIT_PUBLIC_RECORDS', records.elements),
    node('CREDIT_RESPONSE_DETAIL', [
      leaf('CreditRatingCodeType', 'Experian'),
      leaf('CreditReportFirstIssuedDate', day),
      leaf('CreditReportIdentifier', `FF-${day.replaceAll('-', '')}-${subject.ssn.slice(-4)}`),
      leaf('CreditReportLastUpdatedDate', day),
      leaf('CreditReportType', 'Merge'),
    ]),
    node('CREDIT_SCORES', scores.elements),
    node('PARTIES', [borrowerParty(subject)]),
  ])
  const service = node('SERVICE', [
    node('CREDIT', [response]),
    node('RELATIONSHIPS', [
      files.map(({ bureau }) =>
        relation(`CreditFile_${bureau}`, 'Consumer_1', 'CREDIT_FILE_IsAssociatedWith_ROLE'),
      ),
      accounts.relations,
      inquiries.relations,
      records.relations,
      scores.relations,
    ]),
    node('STATUSES', [node('STATUS', [leaf('StatusCode', 'Completed'), leaf('StatusDescription', 'READY')])]),
  ])
  const deals = enclosing(['DEAL_SETS', 'DEAL_SET', 'DEALS', 'DEAL', 'SERVICES'], service)
  return xmlDocument(node('MESSAGE', [deals], namespaces))
}
