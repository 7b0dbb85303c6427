import { describe, expect, it } from 'vitest'
import { account } from '#test/support/reports/blank-account.ts'
import { disputeContext, ids, report } from '#test/support/reports/disputed-report.ts'
import { resolveAccountItems } from './account-rules.ts'
import type { AccountDispute } from './dispute-requests.ts'

type Asked = AccountDispute['items'][number]

const meridian: Asked = { accountId: ids.meridian, bureaus: ['TransUnion'], reason: 'duplicate' }

describe('entries of the same debt', () => {
  const original = account({
    id: 'o',
    bureau: 'TransUnion',
    creditorNameReported: 'Harbor Medical Group',
    accountNumber: '99',
    dateOpened: '2019-04-02',
    currentBalance: '1284.00',
  })
  it.each<[string, typeof original, number]>([
    ['its original creditor', original, 1],
    ['the original creditor at another bureau', { ...original, bureau: 'Experian' }, 0],
    [
      'another collector of the same creditor',
      { ...original, creditorNameReported: 'X', originalCreditor: 'HARBOR MEDICAL GROUP' },
      1,
    ],
    ['the original creditor with another bill', { ...original, currentBalance: '310.00' }, 0],
    ['the original creditor without an amount', { ...original, currentBalance: null }, 0],
    ['its creditor’s account that was opened later', { ...original, dateOpened: '2023-01-05' }, 0],
    ['its creditor’s account of another missed payment', { ...original, dateFirstDelinquency: '2021-03' }, 0],
    [
      'another bill at the same collector',
      {
        ...original,
        creditorNameReported: 'MERIDIAN COLLECTIONS',
        originalCreditor: 'HARBOR MEDICAL GROUP',
      },
      0,
    ],
    [
      'another collector with another amount',
      {
        ...original,
        creditorNameReported: 'X',
        originalCreditor: 'HARBOR MEDICAL GROUP',
        currentBalance: '75.00',
      },
      0,
    ],
    ['an unrelated account', { ...original, creditorNameReported: 'Oak Bank' }, 0],
  ])('of a collection count %s', (_, other, count) => {
    const accounts = [...report.accounts, other]
    const asked: Asked = {
      ...meridian,
      bureaus: ['TransUnion'],
      reason: 'duplicate',
      explanation: 'One debt.',
    }
    const [disputed] = resolveAccountItems([asked], disputeContext({ report: { ...report, accounts } }))
    expect(disputed?.at[0]?.evidence.sameDebt).toHaveLength(count)
  })
})
