import { z } from 'zod'
import { lakeshore } from '#sandbox/bureau/companies.ts'
import { buildFileAt } from '#sandbox/bureau/file-at.ts'
import type { Life, Subject } from '#sandbox/bureau/life.ts'
import { mismoDocument } from '#sandbox/bureau/mismo.ts'
import { card, loan } from '#sandbox/bureau/ordinary-accounts.ts'
import { createLife } from '#sandbox/bureau/persona.ts'
import { truelinkDocument } from '#sandbox/bureau/truelink.ts'
import { bureaus } from '#values/bureau.ts'
import { addMonths } from '#values/dates.ts'

/** Reports of any length about the demo person Maya Brooks; each account is different and at all three bureaus. */

const maya: Subject = {
  names: { firstName: 'Maya', middleName: null, lastName: 'Brooks' },
  birthDate: '1990-04-27',
  address: { street: '2210 Mission Oak Drive, Apt 4', city: 'Pasadena', state: 'CA', postal: '91106' },
  ssn: '666344417',
}

const words = [
  'ASPEN',
  'BIRCH',
  'CEDAR',
  'DOGWOOD',
  'ELM',
  'FIR',
  'HAZEL',
  'JUNIPER',
  'LARCH',
  'MAPLE',
  'OAK',
  'PINE',
]
const seconds = ['CREEK', 'HARBOR', 'HILL', 'LAKE', 'MEADOW', 'POINT', 'RIDGE', 'RIVER', 'VALLEY', 'WOODS']

const companyAt = (index: number) => {
  const [word, second] = [
    words[index % words.length],
    seconds[Math.floor(index / words.length) % seconds.length],
  ]
  return { ...lakeshore, name: `${word} ${second} BANK` }
}

const accountAt = (index: number) => {
  const opened = `${addMonths('2026-06', -(index % 110))}-${String((index % 27) + 1).padStart(2, '0')}`
  const number = String(5_178_440_210_000_000 + index * 7_919_113)
  const company = companyAt(index)
  if (index % 3 === 0) {
    const terms = { lent: 9_000 + index, term: 60, from: 4_000 + index, by: 150, payment: 170 }
    return loan({ kind: 'auto loan', key: `loan-${index}`, company, number, opened, ...terms })
  }
  const limit = 500 * ((index % 20) + 1)
  return card({ key: `card-${index}`, company, number, opened, limit, around: [120 + index, 310, 45, 260] })
}

const lifeWith = (accounts: number): Life => ({
  ...createLife,
  inquiries: [],
  accounts: Array.from({ length: accounts }, (_, index) => accountAt(index)),
})

const writers = { truelink: truelinkDocument, mismo: mismoDocument }

/** A three-bureau report with a number of accounts, dated on a day, about Maya by default. */
export const reportDocument = (
  accounts: number,
  day = '2026-11-14',
  format: keyof typeof writers = 'truelink',
  subject = maya,
): string => writers[format](buildFileAt(lifeWith(accounts), [], subject, day.slice(0, 7)), subject, day)

/** The person in the documents, as passed to readers. */
export const mayaAsReader = { firstName: 'Maya', lastName: 'Brooks', ssnLastFour: '4417' }

/** Different names, also between reports. */
const nameAt = (index: number, report: number): string =>
  `${words[(index + 5 * report) % words.length]}${(index * 7_919) % 1_000} ${seconds[(index + report) % seconds.length]} ${report}${index} BANK`

const PublicRecords = z.object({
  BundleComponents: z.object({
    BundleComponent: z.tuple([
      z.looseObject({
        TrueLinkCreditReportType: z.looseObject({ PulblicRecordPartition: z.array(z.unknown()) }),
      }),
    ]),
  }),
})

/** The largest that the settings permit (1,998 account entries of seven years, 1,998 inquiries, 500 records) or a fraction of it. Each report has its own companies. */
export const largestDocument = (report: number, share = 1): string => {
  const atEach = Math.round(666 * share)
  const companyOf = (index: number) => ({ ...lakeshore, name: nameAt(index, report) })
  const life: Life = {
    ...lifeWith(atEach),
    accounts: lifeWith(atEach).accounts.map((account, index) => ({
      ...account,
      company: companyOf(index),
      number: String(4_178_440_210_000_000 + report * 100_000_000_000 + index * 7_919_113),
    })),
    inquiries: Array.from({ length: atEach }, (_, index) => ({
      company: companyOf(1_000 + index),
      on: `${addMonths('2026-10', -(index % 22))}-${String((index % 27) + 1).padStart(2, '0')}`,
      at: bureaus,
    })),
    bankruptcy: {
      filed: '2021-03-04',
      discharged: '2021-09-04',
      court: 'US BANKRUPTCY COURT',
      caseNumber: '21-10044',
      owed: 12_000,
    },
  }
  const day = report === 0 ? '2026-11-14' : '2026-11-16'
  const document = truelinkDocument(buildFileAt(life, [], maya, day.slice(0, 7)), maya, day)
  const bundle: unknown = JSON.parse(document)
  const records =
    PublicRecords.parse(bundle).BundleComponents.BundleComponent[0].TrueLinkCreditReportType
      .PulblicRecordPartition
  const more = Array.from({ length: Math.round(497 * share) }, (_, index) => records[index % records.length])
  return document.replace(
    '"PulblicRecordPartition":[',
    () => `"PulblicRecordPartition":[${more.map(one => JSON.stringify(one)).join(',')},`,
  )
}
