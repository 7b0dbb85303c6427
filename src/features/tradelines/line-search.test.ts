import { expect, test } from 'vitest'
import { searchLines } from './line-search.ts'

const harbor = { name: 'Harbor Visa', bank: 'Harbor Bank', supplierId: 'H-1' }
const summit = { name: 'Summit Card', bank: 'Bank of the West', supplierId: 'S-20' }

test.each([
  ['', [harbor, summit]],
  ['harbor', [harbor]],
  ['  CARD  west ', [summit]],
  ['s-2', [summit]],
  ['bank', [harbor, summit]],
  ['harbor west', []],
  ['visaharbor', []],
  ['%', []],
  ['\0', []],
])('a search for %j finds %j', (query, found) => {
  expect(searchLines([harbor, summit], query)).toEqual(found)
})
