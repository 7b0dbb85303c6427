import { describe, expect, it } from 'vitest'
import {
  compareNames,
  isSameEntry,
  matchProfile,
  type NameRelation,
  type ProfileMatch,
} from './personal-match.ts'

describe('two entries are the same', () => {
  it.each([
    ['name', 'MAYA BROOKS', 'Maya  Brooks', true],
    ['name', 'MAYA BROOKS', 'Maya Brooke', false],
    ['dob', '1988-04-12', '04/12/1988', true],
    ['dob', '1988', '04/12/1988', false],
    ['phone', '+12025550143', '(202) 555-0143', true],
    ['phone', '(202) 555-0143', '(202) 555-0144', false],
    ['address', '88 Canal Street, Reno, NV', '88 CANAL STREET RENO NV', true],
    [
      'address',
      '2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106',
      '2210 MISSION OAK DR APT 4, PASADENA, CA 91106-2201',
      true,
    ],
    ['address', '12 N Elm St # 4, Dayton, OH 45401', '12 North Elm Street Unit 4, Dayton, OH 45401', true],
    ['address', '12 Elm St Apt 4, Dayton, OH 45401', '12 Elm St Apt 9, Dayton, OH 45401', false],
    ['address', '12 Elm St, Dayton, OH 45401', '12 Oak St, Dayton, OH 45401', false],
    ['address', '12 Elm St, Dayton, OH 45401', '12 Elm St, Dayton, OH 45402', false],
    ['address', '12 Elm St, Dayton, OH', '12 ELM STREET, DAYTON, OH 45401', true],
    ['address', '12 Elm St, Dayton, OH', '12 Elm St, Akron, OH 44301', false],
  ] as const)('%s %j and %j are one: %j', (field, one, other, are) => {
    expect(isSameEntry(field, one, other)).toBe(are)
  })
})

const own = {
  name: 'Maya Lynn Brooks',
  dob: '04/27/1990',
  ssn: 'XXX-XX-4417',
  address: '2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106',
  phone: '(202) 555-0143',
  employer: null,
} as const

describe('an entry compared with the profile', () => {
  it.each<[keyof typeof own, string, ProfileMatch]>([
    ['name', 'MAYA LYNN BROOKS', 'same'],
    ['name', 'BROOKS, MAYA L', 'variant'],
    ['name', 'MAYA BROOKS', 'variant'],
    ['name', 'MAYA BROOKS JR', 'other'],
    ['name', 'MAYA BROOKES', 'other'],
    ['dob', '1990', 'same'],
    ['dob', '04/1990', 'same'],
    ['dob', '05/1990', 'other'],
    ['dob', '04/28/1990', 'other'],
    ['ssn', 'XXX-XX-4417', 'same'],
    ['ssn', 'XXX-XX-4471', 'other'],
    ['address', '2210 MISSION OAK DR APT 4, PASADENA, CA 91106-2201', 'same'],
    ['address', '2210 MISSION OAK DR, PASADENA, CA 91106', 'variant'],
    ['address', '2210 MISION OAK DR APT 4, PASADENA, CA 91106', 'variant'],
    ['address', '2212 MISSION OAK DR APT 4, PASADENA, CA 91106', 'other'],
    ['phone', '202-555-0143', 'same'],
    ['phone', '555-0143', 'variant'],
    ['phone', '555-0144', 'other'],
    ['employer', 'HARBOR CAFE', 'other'],
  ])('%s %j is %s', (field, value, match) => {
    expect(matchProfile(field, value, own[field])).toBe(match)
  })
})

it.each<[string, NameRelation]>([
  ['Maya Brooks', 'own'],
  ['MAYA L. BROOKS', 'own'],
  ['Maya Brooks Sr', 'own'],
  ['Maya Brooks-Whitfield', 'changed'],
  ['Maya Whitfield', 'changed'],
  ['Dana Brooks', 'changed'],
  ['Brooks', 'changed'],
  ['Dana Whitfield', 'another'],
  ['M. B.', 'another'],
])('%s as the right name of Maya Brooks is %s', (right, claim) => {
  expect(compareNames(right, 'Maya Brooks')).toBe(claim)
})
