import { expect, test } from 'vitest'
import { describeCounts } from './import-counts.ts'
import type { Imported } from './use-report-import.ts'

const read: Imported = {
  success: true,
  reportId: 'a',
  format: 'mismo-3',
  formatName: 'MISMO 3 XML',
  isNew: false,
  reportDate: null,
  bureaus: [],
  accounts: 0,
  inquiries: 0,
  publicRecords: 0,
  warnings: [],
  parts: [],
  missing: [],
  leftOut: [],
  newer: [],
}

test.each([
  [
    { bureaus: ['TransUnion'], accounts: 1, inquiries: 1, publicRecords: 1 },
    'We read 1 account entry, 1 inquiry, and 1 public record from TransUnion.',
  ],
  [
    { bureaus: ['TransUnion', 'Equifax'], accounts: 14, inquiries: 0 },
    'We read 14 account entries and 0 inquiries from TransUnion and Equifax.',
  ],
  [
    { bureaus: ['TransUnion', 'Experian', 'Equifax'], publicRecords: 2 },
    'We read 0 account entries, 0 inquiries, and 2 public records from TransUnion, Experian, and Equifax.',
  ],
  [{}, 'We read 0 account entries and 0 inquiries.'],
] as const)('%j is described as: %s', (some, sentence) => {
  expect(describeCounts({ ...read, ...some, bureaus: [...('bureaus' in some ? some.bureaus : [])] })).toBe(
    sentence,
  )
})
