import { expect, test } from 'vitest'
import { buildReportView } from '#features/reports/report-view.ts'
import { personOf, reportOf } from '#test/support/reports/report-of.ts'
import type { Bureau } from '#values/bureau.ts'
import { buildPersonalRows, bureausOf, disputablePlaces } from './personal-rows.ts'

const people = buildReportView(
  reportOf({
    personal: [
      personOf({
        name: 'MAYA BROOKS',
        aliases: ['MAYA A BROOKS'],
        employers: ['Alder Street Elementary'],
        phones: ['+12025550143', '555-0199'],
      }),
      personOf({
        bureau: 'Experian',
        name: 'Maya R. Brooks',
        dob: '1990',
        aliases: ['Maya A. Brooks', 'Maya Brookes'],
      }),
      personOf({ bureau: 'Equifax', name: 'Maya Brooks', dob: null }),
    ],
  }),
  'max',
).fullReport.personalInformation

const rows = buildPersonalRows(people)

/** Label and values by bureau; the mark shows how bureaus differ. */
const shown = (label: string) =>
  rows
    .filter(row => row.label === label)
    .map(({ entries, differs, only, missing }) => [
      ...bureausOf(people).map(
        bureau => entries.find(entry => entry.bureau === bureau)?.text ?? missing(bureau),
      ),
      differs ? 'differs' : (only ?? ''),
    ])

test.each([
  ['Name', [['MAYA BROOKS', 'Maya R. Brooks', 'Maya Brooks', 'differs']]],
  [
    'Also known as',
    [
      ['MAYA A BROOKS', 'Maya A. Brooks', '-', ''],
      ['-', 'Maya Brookes', '-', 'Experian'],
    ],
  ],
  ['Birth date', [['04/27/1990', '1990', '-', '']]],
  ['Social Security number', [['XXX-XX-4417', 'XXX-XX-4417', 'XXX-XX-4417', '']]],
  ['Current address', [['No address', 'No address', 'No address', '']]],
  ['Previous address', [['No address', 'No address', 'No address', '']]],
  ['Employer', [['Alder Street Elementary', '-', '-', '']]],
  [
    'Phone',
    [
      ['(202) 555-0143', '-', '-', ''],
      ['555-0199', '-', '-', ''],
    ],
  ],
  ['Statement', []],
])('%s is side by side, one row per value: %j', (label, expected) => {
  expect(shown(label)).toEqual(expected)
})

test('a single bureau’s file shows no differences', () => {
  const alone = buildPersonalRows(people.filter(({ bureau }) => bureau === 'Experian'))
  expect(alone.filter(({ differs, only }) => differs || only !== null)).toEqual([])
})

test('an entry keeps its index in the list of its bureau', () => {
  const [, second] = rows.filter(({ field }) => field === 'aliases')
  expect(second?.entries).toMatchObject([{ bureau: 'Experian', text: 'Maya Brookes', index: 1 }])
})

const own = {
  firstName: 'Maya',
  lastName: 'Brooks',
  birthDate: '1990-04-27',
  ssn: 'XXX-XX-4417',
  phoneNumber: '+12025550143',
  address: { street: '2210 Mission Oak Drive, Apt 4', city: 'Pasadena', state: 'CA', postal: '91106' },
}

const linksOf = (label: string) =>
  rows
    .filter(row => row.label === label)
    .map(row =>
      disputablePlaces(row, own)
        .map(({ link }) => link)
        .join(','),
    )

test.each([
  ['Name', ['Experian.name.0']],
  ['Also known as', ['TransUnion.aliases.0,Experian.aliases.0', 'Experian.aliases.1']],
  ['Birth date', ['']],
  ['Social Security number', ['']],
  ['Phone', ['', 'TransUnion.phones.1']],
  ['Employer', ['TransUnion.employers.0']],
])('of %s, values other than the profile’s can be disputed: %j', (label, links) => {
  expect(linksOf(label)).toEqual(links)
})

test.each([
  ['2210 MISSION OAK DR APT 4, PASADENA, CA 91106', 0],
  ['2210 MISSION OAK DR APT 4, PASADENA, CA 91107', 1],
  ['415 JUNIPER LN, GLENDALE, CA 91203', 1],
])('the current address %s can be disputed at %i places', (address, count) => {
  const [person] = people
  const row = buildPersonalRows(person ? [{ ...person, currentAddress: address }] : []).find(
    ({ field }) => field === 'currentAddress',
  )
  expect(row && disputablePlaces(row, own)).toHaveLength(count)
})

test('an address has the date on which its bureau reports it', () => {
  const place = { street: '12 Elm St', city: 'Tacoma', state: 'WA', postal: '98402' }
  const reportedAt = (bureau: Bureau, reported: string | null) =>
    personOf({ bureau, currentAddress: { ...place, reported } })
  const personal = [reportedAt('TransUnion', '2024-03'), reportedAt('Experian', null)]
  const { personalInformation } = buildReportView(reportOf({ personal }), 'max').fullReport
  const row = buildPersonalRows(personalInformation).find(({ field }) => field === 'currentAddress')
  expect(row?.entries.map(({ bureau, reported }) => `${bureau} ${reported}`)).toEqual([
    'TransUnion 03/2024',
    'Experian null',
  ])
  expect(row?.differs).toBe(false)
})
