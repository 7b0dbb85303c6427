import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { accountReasons } from '#features/findings/reasons.ts'
import { letterStatusNames } from '#features/mailing/letter-status.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { disputeContext, ids, maya, report } from '#test/support/reports/disputed-report.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { disputeTitle, isDisputableAt, resolveAccountItems } from './account-rules.ts'
import type { AccountDispute, Outcome } from './dispute-requests.ts'
import { disputeActions, disputeStatus } from './dispute-status.ts'
import type { DisputeContext } from './letters/letter.ts'

type Asked = AccountDispute['items'][number]

const context = disputeContext()

const meridian: Asked = { accountId: ids.meridian, bureaus: ['Experian', 'TransUnion'], reason: 'not_mine' }
const lakeshore: Asked = { accountId: ids.lakeshore, bureaus: ['TransUnion'], reason: 'never_late' }
const harbor: Asked = { accountId: ids.harbor, bureaus: ['TransUnion'], reason: 'paid_or_settled' }

const refusalOf = (asked: Asked[], own: Partial<DisputeContext> = {}) => {
  try {
    resolveAccountItems(asked, { ...context, ...own })
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.fields]
    throw error
  }
  return null
}

describe('a dispute of accounts', () => {
  it('lists each account with its bureaus in display order', () => {
    const disputed = resolveAccountItems([meridian, lakeshore], context)
    expect(disputed.map(({ creditorName, at }) => [creditorName, at.map(({ bureau }) => bureau)])).toEqual([
      ['Meridian Collections', ['TransUnion', 'Experian']],
      ['Lakeshore Card Services', ['TransUnion']],
    ])
  })

  it('stores the user’s own words as the letter prints them', () => {
    const typed = 'It\u0007 was\n\npaid\u202E on 03/02/2024. \u{1F62D}'
    const [disputed] = resolveAccountItems([{ ...lakeshore, explanation: typed }], context)
    expect(disputed?.explanation).toBe('It was paid on 03/02/2024.')
  })

  it('is possible at a bureau exactly where it is not refused', () => {
    for (const [accountId, bureau, reason, correctBureau] of Object.values(ids).flatMap(id =>
      bureaus.flatMap(at =>
        accountReasons.flatMap(why => [null, ...bureaus].map(right => [id, at, why, right] as const)),
      ),
    )) {
      if (correctBureau === bureau) continue
      const right = correctBureau === null ? {} : { correctBureau }
      const asked = { accountId, bureaus: [bureau], reason, explanation: 'It is wrong.', ...right }
      const isPossible = isDisputableAt(bureau, { accountId, reason, correctBureau }, context)
      expect([asked, isPossible]).toEqual([asked, refusalOf([asked]) === null])
    }
  })

  it('uses each bureau’s own row', () => {
    const [disputed] = resolveAccountItems([meridian], context)
    expect(
      disputed?.at.map(({ evidence }) => [evidence.row.creditorNameReported, evidence.row.currentBalance]),
    ).toEqual([
      ['MERIDIAN COLLECTIONS', '1284.00'],
      ['MERIDIAN COLL SVC', '1150.00'],
    ])
  })

  it('uses a merged row for any bureau whose file the report contains', () => {
    const [disputed] = resolveAccountItems([{ ...harbor, bureaus: ['TransUnion', 'Experian'] }], context)
    expect(disputed?.at.map(({ bureau, evidence }) => [bureau, evidence.row.merged])).toEqual([
      ['TransUnion', true],
      ['Experian', true],
    ])
  })

  it('cites another bureau only with its values', () => {
    const [meridianAtOne] = resolveAccountItems([{ ...meridian, bureaus: ['TransUnion'] }], context)
    expect(meridianAtOne?.at[0]?.evidence.elsewhere.map(({ bureau }) => bureau)).toEqual(['Experian'])
    const shared = report.accounts.map(row => ({ ...row, valuesShared: row.bureau === 'Experian' }))
    const among = { ...context, report: { ...report, accounts: shared } }
    const [merged] = resolveAccountItems([{ ...meridian, bureaus: ['TransUnion'] }], among)
    expect(merged?.at[0]?.evidence.elsewhere).toEqual([])
  })

  it('on the free plan contains nothing of other bureaus', () => {
    const [disputed] = resolveAccountItems([{ ...meridian, bureaus: ['TransUnion'] }], {
      ...context,
      plan: 'free',
    })
    expect(disputed?.at.flatMap(({ evidence }) => evidence.elsewhere)).toEqual([])
  })

  it('stores an account number only as shown', () => {
    const said = JSON.stringify(resolveAccountItems([meridian, lakeshore], context))
    expect(said).toContain('51784402****')
    expect(said).not.toMatch(/5178440212345678|MC-902114471/)
  })

  it('never spells out a Social Security number that a lender uses as account number', () => {
    const ssnLastFour = '1447'
    const accounts = ['one', 'two'].map(id =>
      account({ id, bureau: 'TransUnion', accountNumber: '219091447' }),
    )
    const [disputed] = resolveAccountItems(
      [{ accountId: 'one', bureaus: ['TransUnion'], reason: 'duplicate' }],
      {
        ...context,
        sender: { ...maya, ssnLastFour },
        report: {
          ...report,
          accounts: accounts.map(row => ({ ...row, dateOpened: '2020-01-01', currentBalance: '80.00' })),
        },
      },
    )
    expect(disputed?.at[0]?.evidence).toMatchObject({
      row: { accountNumber: 'XXX-XX-1447' },
    })
    expect(disputed?.at[0]?.evidence.sameDebt[0]?.named).toContain('account XXX-XX-1447')
  })

  it.each<[string, Asked[], string, Record<string, string>, Partial<DisputeContext>?]>([
    [
      'the same account twice',
      [meridian, { ...meridian, reason: 'wrong_balance' }],
      'invalid_request',
      { 'items.1.accountId': 'This account is already in the dispute' },
    ],
    [
      'a bureau outside the plan',
      [{ ...lakeshore, bureaus: ['TransUnion'] }, meridian],
      'plan_required',
      { 'items.1.bureaus': 'Your plan does not include Experian' },
      { plan: 'free' },
    ],
    [
      'an account that is not in the report',
      [{ ...meridian, accountId: '0192f0c1-0000-7000-8000-00000000ffff' }],
      'not_found',
      { 'items.0.accountId': 'This account is not in your current report' },
    ],
    [
      'an account that only a hidden bureau reports',
      [{ accountId: 'hidden', bureaus: ['TransUnion'], reason: 'not_mine' }],
      'not_found',
      { 'items.0.accountId': 'This account is not in your current report' },
      { plan: 'free', report: { ...report, accounts: [account({ id: 'hidden', bureau: 'Experian' })] } },
    ],
    [
      'a bureau that does not report the account',
      [{ ...meridian, bureaus: ['TransUnion', 'Equifax'] }],
      'item_not_reported',
      { 'items.0.bureaus': 'Equifax does not report this account in your current report' },
    ],
    [
      'a merged row at a bureau without a file in the report',
      [{ ...harbor, bureaus: ['Equifax'] }],
      'item_not_reported',
      { 'items.0.bureaus': 'Equifax does not report this account in your current report' },
    ],
    [
      'a reason about something a chosen bureau does not show',
      [{ ...lakeshore, bureaus: ['TransUnion', 'Experian'] }],
      'invalid_request',
      {
        'items.0.reason':
          'This does not fit what Experian shows. Choose another reason, or leave Experian out.',
      },
    ],
    [
      'another reason without an explanation',
      [{ ...lakeshore, reason: 'other' }],
      'explanation_needed',
      { 'items.0.explanation': 'Say in your own words what is wrong.' },
    ],
    [
      'another reason explained in pictures that no letter prints',
      [{ ...lakeshore, reason: 'other', explanation: '\u{1F62D}\u0000\u202E' }],
      'explanation_needed',
      { 'items.0.explanation': 'Say in your own words what is wrong.' },
    ],
    [
      'a full Social Security number in the explanation',
      [{ ...lakeshore, explanation: 'My number is 219-09-9999.' }],
      'invalid_request',
      {
        'items.0.explanation': 'Leave out your Social Security number. No letter needs all of it.',
      },
    ],
    [
      'the own Social Security number without dashes',
      [{ ...lakeshore, explanation: 'SSN 219094417' }],
      'invalid_request',
      {
        'items.0.explanation': 'Leave out your Social Security number. No letter needs all of it.',
      },
    ],
    [
      'a Social Security number with dots',
      [{ ...lakeshore, explanation: 'SSN 219.09.9999' }],
      'invalid_request',
      {
        'items.0.explanation': 'Leave out your Social Security number. No letter needs all of it.',
      },
    ],
    [
      'letters that the fonts cannot print',
      [{ ...lakeshore, explanation: 'Я платил вовремя' }],
      'invalid_request',
      { 'items.0.explanation': 'A letter cannot print these characters: Я п л а т и в о р е' },
    ],
  ])('is refused with %s', (_, asked, code, fields, own) => {
    expect(refusalOf(asked, own)).toEqual([code, fields])
  })

  it.each(['Account 123456789 at the bank', 'I called 555-01-234 twice', 'Order 1219-09-99991'])(
    'takes digits that are no Social Security number: %s',
    explanation => {
      expect(refusalOf([{ ...lakeshore, explanation }])).toBeNull()
    },
  )
})

describe('a dispute', () => {
  it.each([
    [['Meridian Collections'], 'Meridian Collections'],
    [['Meridian Collections', 'Oak Bank'], 'Meridian Collections + 1 more'],
    [['Meridian Collections', 'Oak Bank', 'Oak Bank'], 'Meridian Collections + 2 more'],
  ])('of %j is called %s', (creditors, title) => {
    expect(disputeTitle(creditors)).toBe(title)
  })

  const item = (...answers: readonly (readonly [Bureau, Outcome])[]) => ({
    bureaus: ['TransUnion' as const, 'Experian' as const],
    answers: answers.map(([bureau, outcome]) => ({
      bureau,
      outcome,
      on: '2026-03-01',
      documentId: null,
      replyDeleted: false,
    })),
  })
  const letter = (lobLetterId: string | null) => ({
    lobLetterId,
    mailState: lobLetterId === null ? ('not_mailed' as const) : ('submitted' as const),
  })

  it.each([
    ['NEW', [], [null, null], true],
    ['NEW', [], ['ltr_1', null], false],
    ['SENT', [], ['ltr_1', 'ltr_2'], false],
    ['SENT', [['TransUnion', 'deleted']], ['ltr_1', 'ltr_2'], false],
    [
      'CLOSED',
      [
        ['TransUnion', 'deleted'],
        ['Experian', 'verified'],
      ],
      ['ltr_1', 'ltr_2'],
      false,
    ],
  ] as const)('is %s with answers %j and letters %j, may be mailed: %j', (status, answers, mailed, may) => {
    const letters = mailed.map(letter)
    expect(disputeStatus({ items: [item(...answers)], letters })).toBe(status)
    expect(disputeActions.mail(letters)).toBe(may)
  })

  it('remails only letters that were returned, failed, were refused or cannot be traced', () => {
    expect(letterStatusNames.filter(mailState => disputeActions.mailAgain({ mailState }))).toEqual([
      'returned',
      'rejected',
      'failed',
      'untraceable',
    ])
  })
})
