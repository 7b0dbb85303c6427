import { describe, expect, it, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { isOtherPerson } from '#features/reports/person.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { everyNth } from '#test/support/chance.ts'
import { bureaus } from '#values/bureau.ts'
import { addMonths } from '#values/dates.ts'
import * as companies from './companies.ts'
import { bureauDocument } from './document.ts'
import { isErrorVisible, plantedErrors } from './error.ts'
import { buildFileAt } from './file-at.ts'
import type { Subject } from './life.ts'
import { mismoDocument } from './mismo.ts'
import { mayaBrooks } from './people/maya-brooks.ts'
import { findPersona, personas } from './personas.ts'
import { truelinkDocument } from './truelink.ts'

const ssns = ['666344417', '666527730', ...Array.from({ length: 10 }, (_, digit) => `51234567${digit}`)]
const subjectOf = (ssn: string): Subject => ({
  names: { firstName: 'Ruth', middleName: 'E', lastName: "O'Hara-Lindqvist" },
  birthDate: '1982-02-28',
  address: { street: '12 Oak Street, Apt 3', city: 'Springfield', state: 'IL', postal: '62701' },
  ssn,
})

/** From the seventh month before November 2026 to two years after it. */
const months = Array.from({ length: 32 }, (_, index) => addMonths('2026-04', index))

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const reportIn = (text: string, ssn: string): Report => {
  const person = { firstName: 'Ruth', lastName: "O'Hara-Lindqvist", ssnLastFour: ssn.slice(-4) }
  const reading = readReport(text, person)
  if (reading.kind !== 'report') throw new Error(reading.message)
  expect(isOtherPerson(reading.report, person)).toBe(false)
  return reading.report
}
const documentOf = (ssn: string, month: string) => textOf(bureauDocument(subjectOf(ssn), `${month}-14`))
const invented = new Set(
  Object.values(companies).flatMap(one =>
    typeof one === 'function' ? [] : [one.name, ...Object.values(one.spelled ?? {})],
  ),
)
const hits = (report: Report) => report.files.filter(file => file.status === 'hit').map(file => file.bureau)

describe.each(ssns)('the documents of SSN %s', ssn => {
  const persona = findPersona(ssn)
  // The seven months up to November 2026, and every fifth, of the next SSN the next ones.
  const chosen = new Set([...months.slice(1, 8), ...everyNth(5, months, ssns.indexOf(ssn))])
  const reports = [...chosen].map(month => ({ month, report: reportIn(documentOf(ssn, month), ssn) }))

  it('are read completely, without a warning, in the persona’s format', () => {
    for (const { month, report } of reports) {
      expect(report.format).toBe(persona.format)
      expect(report.warnings).toEqual([])
      expect(report.reportDate).toBe(`${month}-14`)
      expect(report.accounts.length).toBeGreaterThan(1)
      expect(report.scores.map(score => score.bureau)).toEqual(hits(report))
      expect(report.otherScores).toEqual([])
    }
  })

  it('contain the three bureaus, except for a frozen one', () => {
    for (const { report } of reports) {
      const frozen = report.files.filter(file => file.status === 'frozen').map(file => file.bureau)
      expect(frozen).toEqual(persona.life.frozenAt)
      expect(hits(report).length + frozen.length).toBe(3)
      expect(report.accounts.every(row => !frozen.includes(row.bureau))).toBe(true)
    }
  })

  it('are about the requested person, with only that SSN', () => {
    for (const { report } of reports) {
      expect(report.subject.ssnLastFour).toBe(ssn.slice(-4))
      for (const person of report.personal) {
        expect(person.name).toMatch(/^RUTH (E )?O'HARA-LINDQVIST$/)
        expect(person.ssnLastFour).toBe(ssn.slice(-4))
        expect(person.currentAddress?.city).toBe('SPRINGFIELD')
      }
    }
    const written = documentOf(ssn, '2026-11').matchAll(
      /(?:SocialSecurityNumber":"|TaxpayerIdentifierValue>)([^"<\s]+)/g,
    )
    expect(new Set([...written].map(([, number]) => number))).toEqual(new Set([ssn]))
  })

  it('name only invented companies', () => {
    for (const { report } of reports) {
      const names = [
        ...report.accounts.map(row => row.creditorNameReported),
        ...report.inquiries.map(inquiry => inquiry.company),
      ]
      expect(names.filter(name => !invented.has(name))).toEqual([])
    }
  })

  it('contain nothing from the future, and drop inquiries after two years', () => {
    for (const { month, report } of reports) {
      const days = (row: Account) => [row.dateOpened, row.lastReported, row.dateStatus, row.dateClosed]
      const all = [...report.accounts.flatMap(days), ...report.inquiries.map(({ date }) => date)]
      expect(all.filter(day => day !== null && day >= `${month}-01`)).toEqual([])
      expect(report.inquiries.filter(({ date }) => (date ?? '') < addMonths(month, -24))).toEqual([])
    }
  })

  it('match the rows of one account despite differences between bureaus', () => {
    for (const { month, report } of reports) {
      const files = buildFileAt(persona.life, persona.errors, subjectOf(ssn), month)
      const held = files.filter(({ frozen }) => !frozen).flatMap(({ accounts }) => accounts)
      expect(new Set(report.accounts.map(({ id }) => id)).size).toBe(new Set(held.map(({ key }) => key)).size)
      expect(report.accounts.length).toBe(held.length)
    }
  })

  it('have the same content in both formats, as far as both support it', () => {
    const plain = (report: Report) =>
      report.accounts
        .map(row => ({
          place: `${row.bureau} ${row.creditorNameReported} ${row.accountNumber}`,
          facts: [row.accountStatus, row.payStatus, row.currentBalance, row.highBalance, row.creditLimit],
          dates: [row.dateOpened, row.dateClosed, row.lastReported],
          late: [row.late30, row.late60, row.late90, row.amountPastDue, row.monthlyPayment],
          months: row.paymentHistory,
        }))
        .toSorted((a, b) => a.place.localeCompare(b.place))
    const subject = subjectOf(ssn)
    const files = buildFileAt(persona.life, persona.errors, subject, '2026-11')
    const [truelink, mismo] = [truelinkDocument, mismoDocument].map(write =>
      reportIn(write(files, subject, '2026-11-14'), ssn),
    )
    expect(truelink && plain(truelink)).toEqual(mismo && plain(mismo))
    expect(truelink?.scores.map(({ score }) => score)).toEqual(mismo?.scores.map(({ score }) => score))
    expect(truelink?.publicRecords.map(({ filed }) => filed)).toEqual(
      mismo?.publicRecords.map(({ filed }) => filed),
    )
  })

  it('change: balances and scores differ from month to month', () => {
    const seven = reports.slice(0, 7).map(({ report }) => report)
    expect(new Set(seven.map(report => JSON.stringify(report.scores))).size).toBeGreaterThan(3)
    const balances = seven.map(({ accounts }) => accounts.map(row => row.currentBalance).join())
    expect(new Set(balances).size).toBe(7)
  })
})

test('the same arguments result in the same bytes', () => {
  for (const ssn of ssns) expect(documentOf(ssn, '2027-02')).toBe(documentOf(ssn, '2027-02'))
})

test('a young person has no account from before eighteen', () => {
  const young = { ...subjectOf('512345670'), birthDate: '2003-07-19' }
  const report = reportIn(textOf(bureauDocument(young, '2026-11-14')), young.ssn)
  expect(report.accounts.length).toBeGreaterThan(3)
  expect(report.accounts.filter(({ dateOpened }) => (dateOpened ?? '') < '2021-07-19')).toEqual([])
})

test('a thick file contains twenty-five accounts', () => {
  const report = reportIn(documentOf('512345670', '2026-11'), '512345670')
  expect(new Set(report.accounts.map(({ id }) => id)).size).toBe(25)
})

describe('the truth', () => {
  const subject = subjectOf('512345670')

  test.each(personas.map(persona => [persona.id, persona] as const))(
    'of %s contains no impossible row',
    (_, { life }) => {
      for (const month of months)
        for (const row of buildFileAt(life, [], subject, month).flatMap(file => file.accounts)) {
          const { balance, highBalance, limit, history, opened, closed } = row
          expect({ row: row.key, over: balance > highBalance }).toEqual({ row: row.key, over: false })
          if (limit !== null && row.condition === 'Open') expect(balance).toBeLessThanOrEqual(limit)
          expect(history.every(({ date }) => date > opened.slice(0, 7))).toBe(true)
          if (row.condition === 'Paid') expect(balance).toBe(0)
          if (closed !== null && row.rating === 'OK')
            expect(history.every(({ date }) => date < closed.slice(0, 7))).toBe(true)
        }
    },
  )

  const year = months.slice(1, 14)

  test.each(plantedErrors.map(error => [`${error.persona} ${error.id}`, error] as const))(
    'is changed by the planted error %s exactly where and when declared',
    (_, error) => {
      const { life, errors } = personas.find(({ id }) => id === error.persona) ?? mayaBrooks
      const others = errors.filter(({ id }) => id !== error.id)
      const changedIn = (month: string) => {
        const without = buildFileAt(life, others, subject, month)
        return buildFileAt(life, errors, subject, month)
          .filter((file, index) => JSON.stringify(file) !== JSON.stringify(without[index]))
          .map(({ bureau }) => bureau)
      }
      const due = year.map(month => bureaus.filter(bureau => isErrorVisible(error, bureau, month)))
      expect(year.map(changedIn)).toEqual(due)
    },
  )
})
