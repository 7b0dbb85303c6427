import { describe, expect, it } from 'vitest'
import type { AccountReason } from '#features/findings/account-reasons.ts'
import type { Bureau } from '#values/bureau.ts'
import { row } from './fixtures/row.ts'
import { misfits } from './misfits.ts'
import { pickableOf, type Row } from './pickable.ts'
import { answered, empty } from './wizard.ts'

const late = row({ paymentHistory: [{ date: '2026-03', status: '60' }] })
const onTime = row({ bureau: 'Experian' })

const chosen = (rows: Row[], reason: AccountReason, ...bureaus: Bureau[]) => {
  const all = pickableOf({
    creditScores: [],
    otherScores: [],
    scoreExclusions: [],
    accountInformation: rows,
    creditInquiries: [],
    publicRecords: [],
    personalInformation: [],
    fileStatuses: bureaus.map(bureau => ({ bureau, status: 'hit', text: null })),
  })
  const first = answered(empty, { did: 'choose', accountId: 'a', offered: [] })
  const placed = bureaus.reduce(
    (wizard, bureau) => answered(wizard, { did: 'bureau', accountId: 'a', bureau, on: true }),
    first,
  )
  return misfits(answered(placed, { did: 'reason', accountId: 'a', reason }), all, '2026-11-20')
}

describe('a reason', () => {
  it('fits where the bureau shows what it speaks of', () => {
    expect(chosen([late, onTime], 'never_late', 'TransUnion')).toEqual([])
  })

  it('does not fit a bureau that shows nothing of the kind, and the bureau is named', () => {
    expect(chosen([late, onTime], 'never_late', 'TransUnion', 'Experian')).toEqual([
      {
        accountId: 'a',
        part: 'reason',
        text: 'This does not fit what Experian shows. Choose another reason, or leave Experian out.',
      },
    ])
  })

  it('of the only bureau can only be changed', () => {
    expect(chosen([onTime], 'never_late', 'Experian').map(({ text }) => text)).toEqual([
      'This does not fit what Experian shows. Choose another reason.',
    ])
  })

  it('fits a merged row at every bureau, for the row stands for all of them', () => {
    const merged = { ...late, bureausKnown: false }
    expect(chosen([merged], 'never_late', 'TransUnion', 'Equifax')).toEqual([])
  })
})
