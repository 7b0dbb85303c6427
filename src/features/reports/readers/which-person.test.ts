import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readReport } from './detect.ts'
import type { ReportOwner } from './reading.ts'

/** In each format for several people: who is chosen without a question, and who is asked. */

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')

const tuxml = () => {
  const text = fixture('ada.transunion.xml')
  const [subject = ''] = /<subject>[^]*<\/subject>/.exec(text) ?? []
  return text.replace(
    subject,
    subject + subject.replaceAll('666102041', '666102042').replaceAll('>ADA<', '>BEN<'),
  )
}

const tu4r = () => {
  const [first = '', second = '', ...rest] = fixture('ada.tu4r.txt').split('\n')
  const body = rest.slice(0, -2)
  const other = body.map(line => line.replaceAll('666102041', '666102042').replace(/ADA /, 'BEN '))
  return [first, second, ...body, ...other, 'ENDS010099'].join('\n')
}

const equifaxFile = (firstName: string, ssn: string, creditor: string) => ({
  subjectName: { firstName, lastName: 'QUILL' },
  subjectSocialNum: ssn,
  hitCode: { code: '1' },
  trades: [{ customerName: creditor, dateReported: '10002026', rate: '1' }],
})
const equifax = () =>
  JSON.stringify({
    consumers: {
      equifaxUSConsumerCreditReport: [
        equifaxFile('ADA', '666102041', 'ROWAN'),
        equifaxFile('BEN', '666102042', 'OAK'),
      ],
    },
  })

const experian = () => {
  const text = fixture('ada.experian.json')
  const tree: unknown = JSON.parse(text)
  const other: unknown = JSON.parse(text.replaceAll('666102041', '666102042').replaceAll('"ADA"', '"BEN"'))
  const profiles = [tree, other].map(one =>
    one instanceof Object && 'creditProfile' in one ? one.creditProfile : null,
  )
  return JSON.stringify({ creditProfile: profiles.flat() })
}

const mismo2 = () => `<CREDIT_RESPONSE MISMOVersionID="2.3.1" CreditReportFirstIssuedDate="2026-10-05">
  <BORROWER BorrowerID="B1" _FirstName="ADA" _LastName="QUILL" _SSN="666102041" _PrintPositionType="Borrower"/>
  <BORROWER BorrowerID="B2" _FirstName="BEN" _LastName="QUILL" _SSN="666102042" _PrintPositionType="CoBorrower"/>
  <CREDIT_LIABILITY CreditLiabilityID="L1" BorrowerID="B1" CreditFileID="F1" _AccountType="Mortgage"><_CREDITOR _Name="ROWAN"/></CREDIT_LIABILITY>
  <CREDIT_LIABILITY CreditLiabilityID="L2" BorrowerID="B2" CreditFileID="F2" _AccountType="Mortgage"><_CREDITOR _Name="OAK"/></CREDIT_LIABILITY>
  <CREDIT_FILE CreditFileID="F1" BorrowerID="B1" CreditRepositorySourceType="Experian" _ResultStatusType="FileReturned"/>
  <CREDIT_FILE CreditFileID="F2" BorrowerID="B2" CreditRepositorySourceType="Experian" _ResultStatusType="FileReturned"/>
</CREDIT_RESPONSE>`

/** Each borrower in a response of their own. */
const oneEach = () => {
  const response = mismo2()
  const without = (other: string, file: string) =>
    response
      .split('\n')
      .filter(line => !line.includes(`"${other}"`) && !line.includes(`CreditFileID="${file}"`))
      .join('\n')
  return `<RESPONSE_GROUP><RESPONSE><RESPONSE_DATA>${without('B2', 'F2')}${without('B1', 'F1')}</RESPONSE_DATA></RESPONSE></RESPONSE_GROUP>`
}

const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const ben: ReportOwner = { firstName: 'Ben', lastName: 'Quill', ssnLastFour: '2042' }
const neither: ReportOwner = { firstName: 'Cara', lastName: 'Vale', ssnLastFour: '7777' }

const read = (text: string, person: ReportOwner) => {
  const reading = readReport(text, person)
  if (reading.kind !== 'report') throw new Error(reading.message)
  return reading
}

describe.each([
  ['MISMO 3', fixture('joint.mismo.xml')],
  ['MISMO 2', mismo2()],
  ['MISMO 2 with a response for each', oneEach()],
  ['Experian', experian()],
  ['Equifax', equifax()],
  ['TUXML', tuxml()],
  ['TU4R', tu4r()],
])('a joint file of %s', (_, text) => {
  test('is read without a question for either of its people', () => {
    for (const person of [ada, ben]) {
      const { report, people } = read(text, person)
      expect([report.subject.ssnLastFour, report.subject.chosen, people]).toEqual([
        person.ssnLastFour,
        undefined,
        undefined,
      ])
    }
  })

  test('asks anyone else, and is read for the chosen person', () => {
    const { people = [] } = read(text, neither)
    expect(people.map(({ name }) => name.split(' ')[0])).toEqual(['ADA', 'BEN'])
    expect(JSON.stringify(people)).not.toMatch(/2041|2042/)
    const rowsOf = (person: ReportOwner) =>
      read(text, person).report.accounts.map(row => row.sourceRowId ?? row.creditorName)
    ;[ada, ben].forEach((own, choice) => {
      const chosen = read(text, { ...neither, choice })
      expect(chosen.people).toBeUndefined()
      expect(chosen.report.subject).toMatchObject({ ssnLastFour: own.ssnLastFour, chosen: true })
      expect(rowsOf({ ...neither, choice })).toEqual(rowsOf(own))
    })
  })
})
