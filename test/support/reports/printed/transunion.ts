import type { Account, Inquiry, PersonalInfo, PublicRecord, Report } from '#features/reports/canonical.ts'
import { showDate } from '#values/dates.ts'
import { line, type PrintedRow } from './page-rows.ts'
import { accountRows } from './transunion-accounts.ts'
import {
  addressLine,
  field,
  fieldsOf,
  heading,
  phoneLine,
  subHeading,
  type TransUnionQuirks,
  usualTransUnion,
} from './transunion-fields.ts'

/** Mock pages of TransUnion's report from annualcreditreport.com (docs/reference/report-formats.md). */

export const transUnionPage = {
  title: 'View Credit Report | TransUnion Online Service Center',
  address: 'https://annualcreditreport.transunion.com/dss/disclosure.page',
}

type Quirks = TransUnionQuirks

const section = (title: string, intro: string, accounts: readonly Account[], quirks: Quirks): PrintedRow[] =>
  accounts.length === 0
    ? []
    : [heading(title), line(intro), ...accounts.flatMap(account => accountRows(account, quirks))]

const topRows = (report: Report, person: PersonalInfo | undefined): PrintedRow[] => [
  line('Personal Credit Report for:', { size: 10 }),
  line(person?.name ?? report.subject.name ?? '', { size: 14 }),
  line(`File Number: ${report.sourceReportId ?? '400100200'}`),
  line(`Date Created: ${showDate(report.reportDate) ?? ''}`),
  line('Visit transunion.com/dispute to start a dispute online.'),
]

const personRows = (person: PersonalInfo | undefined, quirks: Quirks): PrintedRow[] => {
  if (person === undefined) return []
  const { currentAddress, previousAddresses } = person
  const addresses = [
    ...(currentAddress === null ? [] : [{ label: 'Current Address', address: currentAddress }]),
    ...previousAddresses.map(address => ({ label: 'Other Address', address })),
  ]
  const own = { ...quirks, nothing: 'left out' } as const
  return [
    heading('Personal Information'),
    line('You have been on our files since 04/2004.'),
    ...fieldsOf(
      [
        ['Name', person.name],
        ...person.aliases.map(alias => ['Also Known As', alias] as const),
        ['Social Security Number', person.ssnLastFour === null ? null : `XXX-XX-${person.ssnLastFour}`],
        ['Date of Birth', showDate(person.dob)],
      ],
      own,
    ),
    ...(addresses.length === 0 ? [] : [subHeading('Addresses')]),
    ...addresses.flatMap(({ label, address }) =>
      fieldsOf(
        [
          [label, addressLine(address)],
          ['Date Reported', showDate(address.reported)],
        ],
        own,
      ),
    ),
    ...(person.phones.length === 0 ? [] : [subHeading('Phone Numbers')]),
    ...person.phones.flatMap(phone => field('Phone Number', phoneLine(phone), own)),
    ...(person.employers.length === 0 ? [] : [subHeading('Employers')]),
    ...person.employers.flatMap(employer => [
      line(employer, { size: 9, gap: 2 }),
      ...fieldsOf(
        [
          ['Occupation', 'CLERK'],
          ['Date Verified', '05/01/2020'],
        ],
        own,
      ),
    ]),
    ...(person.consumerStatements.length === 0 ? [] : [subHeading('Consumer Statement')]),
    ...person.consumerStatements.map(statement => line(statement)),
  ]
}

const recordRows = (record: PublicRecord, quirks: Quirks): PrintedRow[] => [
  line([record.court, record.caseNumber].filter(Boolean).join(' '), { size: 12, gap: 8 }),
  ...fieldsOf(
    [
      ['Address', '2 NIAGARA SQ BUFFALO, NY 14202'],
      ['Phone', '(716) 555-0100'],
      ['Type', record.type],
      ['Date Filed', showDate(record.filed)],
      ['Court Type', 'US Bankruptcy Court'],
      ['Date Updated', '02/14/2024'],
      ['Date Paid', showDate(record.disposed)],
      ['Estimated month and year that this item will be removed', showDate(record.removalDate ?? null)],
      ['Plaintiff Attorney', 'PAT Q DOE'],
      ['Responsibility', record.responsibility === null ? null : `${record.responsibility} Debt`],
    ],
    quirks,
  ),
]

const recordsRows = (records: readonly PublicRecord[], quirks: Quirks): PrintedRow[] =>
  records.length === 0
    ? []
    : [
        heading('Public Records'),
        line('This section includes public record items from local, state and federal courts.'),
        ...records.flatMap(record => recordRows(record, quirks)),
      ]

const inquiryRows = ({ company, date, address }: Inquiry, quirks: Quirks): PrintedRow[] => [
  line(company, { size: 10, gap: 6 }),
  ...fieldsOf(
    [
      ['Location', addressLine(address)],
      ['Requested On', showDate(date)],
      ['Phone', '(800) 555-0100'],
      ['Permissible Purpose', 'CREDIT TRANSACTION'],
    ],
    quirks,
  ),
]

const inquiriesRows = (inquiries: readonly Inquiry[], quirks: Quirks): PrintedRow[] => {
  const hard = inquiries.filter(({ kind }) => kind !== 'soft')
  const soft = inquiries.filter(({ kind }) => kind === 'soft')
  const kinds = [
    { title: quirks.spelling === 'other' ? 'Inquiries' : 'Regular Inquiries', own: hard },
    { title: 'Promotional Inquiries', own: soft.filter((_, index) => index % 2 === 0) },
    { title: 'Account Review Inquiries', own: soft.filter((_, index) => index % 2 === 1) },
  ]
  return kinds.flatMap(({ title, own }) =>
    own.length === 0
      ? []
      : [
          heading(title),
          line('The listing of a company below means that it obtained information from your file.'),
          ...own.flatMap(inquiry => inquiryRows(inquiry, quirks)),
        ],
  )
}

const lastRows: readonly PrintedRow[] = [
  heading('Credit Report Messages'),
  line('Your credit report contains the following messages.'),
  heading('Additional Information'),
  line('The following disclosure of information is provided as a courtesy to you.'),
  subHeading('Supplemental public records and residential information'),
  line('JUDGMENT BOOK OF ELM COUNTY'),
  line('Date Filed 01/02/2019'),
]

/** The rows of the TransUnion file of a report. */
export const transUnionRows = (report: Report, quirks: Quirks = usualTransUnion): PrintedRow[] => {
  const isOwn = ({ bureau }: { bureau: string }): boolean => bureau === 'TransUnion'
  const person = report.personal.find(isOwn)
  const accounts = report.accounts.filter(isOwn)
  return [
    { cells: [], gap: quirks.before },
    ...topRows(report, person),
    ...personRows(person, quirks),
    ...recordsRows(report.publicRecords.filter(isOwn), quirks),
    ...(accounts.length === 0 ? [] : [heading('Accounts')]),
    ...section(
      'Accounts with Adverse Information',
      'Adverse information has >brackets< or is shown in the history of payments.',
      accounts.filter(({ isDerogatory }) => isDerogatory),
      quirks,
    ),
    ...section(
      'Satisfactory Accounts',
      'The following accounts are reported with no adverse information.',
      accounts.filter(({ isDerogatory }) => !isDerogatory),
      quirks,
    ),
    ...inquiriesRows(report.inquiries.filter(isOwn), quirks),
    ...(quirks.withMessages ? lastRows : []),
  ]
}
