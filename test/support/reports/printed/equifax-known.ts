import type { Report } from '#features/reports/canonical.ts'
import { readPages } from '#features/reports/readers/pdf/detect.ts'
import type { PagesText } from '#features/reports/readers/pdf/pages-text.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import { chanceOf } from '../../chance.ts'
import { expectedIn, knownOwner, knownReport } from '../known-report.ts'
import { conditionWords, type EquifaxQuirks, narrativeCode } from './equifax-accounts.ts'
import type { PagesOptions } from './page-rows.ts'

/** Known people as printed by Equifax, and what must be read for each. */

export const readReportIn = (pages: PagesText): Report => requireReport(readPages(pages, knownOwner))

export const coverageOf = (report: Report) => {
  const [coverage] = report.coverage ?? []
  if (coverage === undefined) throw new Error('A reading of a print has coverage.')
  return coverage
}

const oneLine = <A extends { street: string | null; city: string | null }>(address: A): A => ({
  ...address,
  street: `${address.street} ${address.city}`,
  city: null,
})

/** What this print contains of a known report: one-line addresses do not show where the city begins. */
export const expectedOf = (report: Report, quirks: EquifaxQuirks): Report => {
  const kept = expectedIn(report, 'equifax-pdf')
  const isOneLine = quirks.contact === 'oneLine'
  return {
    ...kept,
    accounts: kept.accounts.map((row, index) => ({
      ...row,
      id: `account-${index}`,
      condition: conditionWords(row),
      remarks: row.remarks.map(({ text }) => ({ code: narrativeCode(text), text })),
      address: row.address && isOneLine ? oneLine(row.address) : row.address,
    })),
    inquiries: kept.inquiries.map((row, index) => ({
      ...row,
      id: `inquiry-${index}`,
      address: row.address && isOneLine ? oneLine(row.address) : row.address,
    })),
    publicRecords: kept.publicRecords.map((row, index) => ({ ...row, id: `record-${index}` })),
    personal: kept.personal.map(row => ({
      ...row,
      currentAddress: row.currentAddress && oneLine(row.currentAddress),
      previousAddresses: row.previousAddresses.map(oneLine),
    })),
  }
}

export const content = ({ accounts, inquiries, publicRecords, personal, subject, reportDate }: Report) => ({
  accounts,
  inquiries,
  publicRecords,
  personal,
  subject,
  reportDate,
})

export const known = (seed: number): Report => {
  const report = knownReport(seed, { only: ['Equifax'] })
  return {
    ...report,
    personal: report.personal.length > 0 ? report.personal : knownReport(1, { only: ['Equifax'] }).personal,
  }
}

export const quirksOf = (seed: number): EquifaxQuirks => {
  const chance = chanceOf(seed + 1)
  chance.next()
  return {
    marks: chance.one(['stroke', 'image', 'character', 'icon']),
    legend: 'drawn',
    columns: chance.is(0.7),
    contact: chance.one(['oneLine', 'twoLines']),
    nothing: chance.one(['', '-', '\u2014']),
    numberedHeadings: chance.is(0.3),
    adverseMarks: chance.is(0.7),
    joinDates: false,
    push: chance.between(0, 300),
  }
}

export const optionsOf = (seed: number): Partial<PagesOptions> => {
  const chance = chanceOf(seed * 31 + 7)
  chance.next()
  return {
    paper: chance.one(['Letter', 'A4']),
    scale: chance.between(60, 100) / 100,
    ligatures: chance.is(0.5),
  }
}

/** Every row of inquiries in one order, since joined dates change it. */
export const inquiriesOf = (report: Report) =>
  report.inquiries.map(({ id: _, ...row }) => JSON.stringify(row)).toSorted((a, b) => (a < b ? -1 : 1))
