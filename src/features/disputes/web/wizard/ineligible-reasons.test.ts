import { describe, expect, it } from 'vitest'
import type { Bureau } from '#values/bureau.ts'
import { type AccountInformation, disputableAccounts } from './disputable-accounts.ts'
import { report, row } from './fixtures/report.ts'
import { emptyChoice, startWizard } from './wizard.ts'
import { findIneligibleReasons } from './wizard-steps.ts'

const late = row({ paymentHistory: [{ date: '2026-03', status: '60' }] })
const onTime = row({ bureau: 'Experian' })

const chosen = (rows: AccountInformation[], ...bureaus: Bureau[]) => {
  const all = disputableAccounts(report({ accountInformation: rows }), [])
  const wizard = startWizard({
    choices: [{ ...emptyChoice('a'), bureaus, reason: 'never_late' }],
    documentIds: [],
  })
  return findIneligibleReasons(wizard, { all, today: '2026-11-20' })
}

describe('a reason', () => {
  it('is allowed if the bureau shows what it is about', () => {
    expect(chosen([late, onTime], 'TransUnion')).toEqual([])
  })

  it('is not allowed for a bureau that shows nothing of the kind, and the bureau is named', () => {
    expect(chosen([late, onTime], 'TransUnion', 'Experian')).toEqual([
      {
        key: 'a',
        part: 'reason',
        text: 'This does not fit what Experian shows. Choose another reason, or leave Experian out.',
      },
    ])
  })

  it('is allowed for a merged row at every bureau, because the row represents all of them', () => {
    const merged = { ...late, bureausKnown: false }
    expect(chosen([merged], 'TransUnion', 'Equifax')).toEqual([])
  })

  it('that no chosen bureau offers has another message', () => {
    expect(chosen([onTime], 'Experian')).toEqual([])
  })
})
