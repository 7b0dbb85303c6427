import { describe, expect, it } from 'vitest'
import type { FullReport } from './disputable-item.ts'
import { disputableDetails, parseEntryKey } from './disputable-personal.ts'
import { finding, report } from './fixtures/report.ts'

type Row = FullReport['personalInformation'][number]

const person = (own: Partial<Row>): Row => ({
  bureau: 'TransUnion',
  name: null,
  aliases: [],
  dob: null,
  ssn: null,
  currentAddress: null,
  previousAddresses: [],
  addressDates: [],
  employers: [],
  phones: [],
  consumerStatements: [],
  ...own,
})

const unknown = { name: null, dob: null, ssn: null, address: null, phone: null, employer: null }
const details = (...rows: Row[]) => disputableDetails(report({ personalInformation: rows }), [], unknown)

describe('details to choose from', () => {
  it('are listed once with every bureau that shows them, in any spelling', () => {
    const all = details(
      person({ name: 'Maya Brooks', previousAddresses: ['418 Alder St, Tacoma, WA 98401'] }),
      person({ bureau: 'Equifax', name: 'MAYA BROOKS' }),
    )
    expect(all.map(({ key, offered }) => [key, offered.map(({ bureau }) => bureau)])).toEqual([
      ['Name|Maya Brooks', ['TransUnion', 'Equifax']],
      ['Previous address|418 Alder St, Tacoma, WA 98401', ['TransUnion']],
    ])
  })

  it('use the position of each row as its name in a link', () => {
    const [item] = details(
      person({ previousAddresses: [' ', '418 Alder St, Tacoma, WA 98401'] }),
      person({ bureau: 'Equifax', currentAddress: '9 Elm Ct, Reno, NV 89501' }),
    )
    expect(item?.rows).toEqual([{ id: 'TransUnion.previousAddresses.1', bureau: 'TransUnion' }])
  })

  it('are separate if one bureau lists as current what others list as earlier, each bureau once', () => {
    const place = '418 Alder St, Tacoma, WA 98401'
    const all = details(
      person({ currentAddress: place, previousAddresses: [place] }),
      person({ bureau: 'Experian', previousAddresses: ['418 ALDER ST, TACOMA, WA 98401'] }),
      person({ bureau: 'Equifax', previousAddresses: [place] }),
    )
    expect(all.map(({ key, offered }) => [key, offered.map(({ bureau }) => bureau)])).toEqual([
      [`Current address|${place}`, ['TransUnion']],
      ['Previous address|418 ALDER ST, TACOMA, WA 98401', ['Experian', 'Equifax']],
    ])
  })

  it('omit what equals the user’s profile', () => {
    const rows = [person({ name: 'Maya Brooks', dob: '1990', aliases: ['Maya Brook'] })]
    const own = { ...unknown, name: 'Maya Brooks', dob: '04/27/1990' }
    expect(disputableDetails(report({ personalInformation: rows }), [], own).map(({ name }) => name)).toEqual(
      ['Maya Brook'],
    )
  })

  it('omit the user’s own address in any spelling, and do not offer to deny a misspelled one', () => {
    const own = { ...unknown, address: '2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106' }
    const rows = [
      person({
        currentAddress: '2210 MISSION OAK DR APT 4, PASADENA, CA 91106-2201',
        previousAddresses: ['2210 MISION OAK DR APT 4, PASADENA, CA 91106'],
      }),
    ]
    const all = disputableDetails(report({ personalInformation: rows }), [], own)
    expect(
      all.map(({ name, listOptions }) => [name, listOptions([], '2026-11-20').map(({ value }) => value)]),
    ).toEqual([['2210 MISION OAK DR APT 4, PASADENA, CA 91106', ['correct']]])
  })

  it('match the entry in a finding, and for a name only the unusual one', () => {
    const found = finding({
      accountId: undefined,
      personalField: 'name',
      bureaus: ['TransUnion'],
      evidence: [
        { bureau: 'TransUnion', field: 'name', value: 'M Brookes' },
        { bureau: 'TransUnion', field: 'name', value: 'Maya Brooks' },
      ],
    })
    const rows = [person({ name: 'Maya Brooks', aliases: ['M Brookes'] })]
    const all = disputableDetails(report({ personalInformation: rows }), [found], unknown)
    expect(all.map(({ name, findings: about }) => [name, about.length])).toEqual([
      ['M Brookes', 1],
      ['Maya Brooks', 0],
    ])
  })

  it('ask for the right value only for a correction, and never for a Social Security number', () => {
    const [name, ssn] = details(person({ name: 'Maya Brooks', ssn: 'XXX-XX-4417' }))
    const asks = (item = name) =>
      item?.listOptions(['TransUnion'], '2026-11-20').map(({ value, words }) => [value, words !== null])
    expect(asks()).toEqual([
      ['correct', true],
      ['remove', false],
    ])
    expect(asks(ssn)).toEqual([
      ['correct', false],
      ['remove', false],
    ])
  })
})

describe('the key of a detail', () => {
  it.each([
    [
      'Current address|1 A St | Rear, Reno, NV',
      { field: 'address', reportedValue: '1 A St | Rear, Reno, NV' },
    ],
    ['shoe size|9', null],
    ['name|9', null],
    ['Name', null],
  ])('%j identifies %j', (key, named) => {
    expect(parseEntryKey(key)).toEqual(named)
  })
})
