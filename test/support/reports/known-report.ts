import type { Inquiry, PersonalInfo, PublicRecord, Report, Score } from '#features/reports/canonical.ts'
import type { ReportFormat } from '#features/reports/formats.ts'
import { keepCarried } from '#features/reports/keep-carried.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths } from '#values/dates.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { accountsOf, addressOf, dayIn, phoneOf, reportMonth } from './known-accounts.ts'
import { inquiryOf, personOf, recordOf, reportOf, scoreOf } from './report-of.ts'

/**
 * Reports with known rows, to be printed in each layout and read back (docs/reference/report-model.md). Names look like
 * labels, months, codes and bureaus; values are zero, missing, or shared. Every person is invented.
 */

/** The known person. No SSN begins with 9, and the bureaus' test phone numbers are 555-01xx. */
const subject = { name: 'AVERY OFFUTT MAYFIELD', ssnLastFour: '4417' }

export const knownOwner = { firstName: 'Avery', lastName: 'Mayfield', ssnLastFour: '4417', birthYear: '1988' }

const personAt = (bureau: Bureau, chance: Chance): PersonalInfo =>
  personOf({
    bureau,
    name: subject.name,
    aliases: chance.is(0.5) ? ['AVERY MAY', 'A OFFUTT'] : [],
    dob: '1988-05-30',
    ssnLastFour: subject.ssnLastFour,
    currentAddress: {
      street: '1200 OFFICE PARK DR APT 30',
      city: 'MAYFIELD',
      state: 'CO',
      postal: '80202',
      reported: '2024-05',
    },
    previousAddresses: chance.is(0.6)
      ? [{ street: '9 Fifth St', city: 'Effingham', state: 'IL', postal: '62401', reported: '2019-02' }]
      : [],
    employers: chance.is(0.6) ? ['DATE REPORTED NEWS', 'MAY OFFICE SUPPLY'] : [],
    phones: chance.is(0.6) ? [phoneOf(chance)] : [],
    consumerStatements: chance.is(0.2) ? ['I was never late; see my letter of May 2025.'] : [],
  })

const inquiriesAt = (bureau: Bureau, chance: Chance): Inquiry[] =>
  Array.from({ length: chance.between(0, 6) }, (_, index) =>
    inquiryOf({
      id: `inquiry-${bureau}-${index}`,
      bureau,
      company: chance.one([
        'HARD ROCK CREDIT',
        'NOWCOM/WESTLAKE FINANCIAL',
        'MAY',
        'INQUIRY TYPE LLC',
        'Fifth Office Loans',
      ]),
      date: dayIn(addMonths(reportMonth, -chance.between(0, 22)), chance),
      kind: chance.is(0.7) ? 'hard' : 'soft',
      industry: chance.is(0.5) ? 'Automotive' : null,
      address: chance.is(0.5) ? addressOf(chance) : null,
    }),
  )

const recordsAt = (bureau: Bureau, chance: Chance): PublicRecord[] =>
  chance.is(0.3)
    ? [
        recordOf({
          id: `record-${bureau}`,
          bureau,
          type: 'Chapter 7 Bankruptcy',
          disposition: 'Discharged',
          filed: '2021-05-03',
          disposed: '2021-09-14',
          court: 'US BANKRUPTCY COURT OF MAY',
          caseNumber: '2112345',
          amount: '30000.00',
          plaintiff: null,
          responsibility: 'Individual',
          removalDate: '2031-05',
        }),
      ]
    : []

const scoreAt = (bureau: Bureau, chance: Chance): Score[] =>
  chance.is(0.9)
    ? [
        scoreOf({
          bureau,
          score: chance.between(300, 850),
          dateReported: '2026-11-14',
          factors: [{ code: null, text: 'The date that you opened your oldest account is too recent' }],
        }),
      ]
    : []

/**
 * Deterministic per seed. Every sixth report has a bureau with nothing on file; account numbers are unmasked, and no row
 * shares an id with another row of its bureau. `accounts`: the most real accounts.
 */
export const knownReport = (
  seed: number,
  { only = bureaus, accounts: most = 14 }: { only?: readonly Bureau[]; accounts?: number } = {},
): Report => {
  const chance = chanceOf(seed * 7919 + 1)
  chance.next()
  const empty = seed % 6 === 5 ? chance.one(bureaus) : null
  const isHere = ({ bureau }: { bureau: Bureau }) => only.includes(bureau) && bureau !== empty
  const everyBureau = <Row>(of: (bureau: Bureau, chance: Chance) => Row) =>
    bureaus.map(bureau => of(bureau, chance))
  return reportOf({
    subject,
    files: only.map(bureau => ({ bureau, status: bureau === empty ? 'noHit' : 'hit', text: null })),
    accounts: accountsOf(chance, most).filter(isHere),
    inquiries: everyBureau(inquiriesAt).flat().filter(isHere),
    publicRecords: everyBureau(recordsAt).flat().filter(isHere),
    personal: everyBureau(personAt).filter(isHere),
    scores: everyBureau(scoreAt).flat().filter(isHere),
  })
}

/** An account number as printed in a format. */
export const printedNumber = (number: string, format: ReportFormat): string => {
  if (format === 'equifax-pdf') return `*${number.slice(-4)}`
  if (format === 'transunion-pdf') return `${number.slice(0, -4)}****`
  if (format !== 'experian-pdf') return `${number.slice(0, 8)}****`
  const shown = Math.min(6, Math.floor(number.length / 2))
  return `${number.slice(0, shown)}${'X'.repeat(number.length - shown)}`
}

/** The expected result of reading a known report in a format: only what the format contains, numbers as printed. */
export const expectedIn = (report: Report, format: ReportFormat): Report => {
  const kept = keepCarried(report, format)
  return {
    ...kept,
    accounts: kept.accounts.map(row => ({
      ...row,
      accountNumber: row.accountNumber === null ? null : printedNumber(row.accountNumber, format),
    })),
  }
}
