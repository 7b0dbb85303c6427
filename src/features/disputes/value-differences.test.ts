import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { accountLettersFor, report } from '#test/support/reports/disputed-report.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { AccountDispute } from './dispute-requests.ts'

type Asked = AccountDispute['items'][number] & { asksToVerify?: boolean }

const base = {
  id: 'a',
  creditorNameReported: 'OAK BANK',
  accountType: 'Revolving',
  openClosed: 'Open',
  isDerogatory: true,
  payStatus: 'CO',
  lastReported: '2026-10-15',
} as const satisfies Partial<Account>

const reportOf = (at: Partial<Record<Bureau, Partial<Account>>>): Report => ({
  ...report,
  files: bureaus.map(bureau => ({ bureau, status: 'hit', text: null })),
  accounts: bureaus.flatMap(bureau =>
    at[bureau] === undefined ? [] : [account({ ...base, ...at[bureau], bureau })],
  ),
})

/** The claim and request in the letter to each bureau. */
const lettersAbout = (
  reason: AccountReason,
  at: Partial<Record<Bureau, Partial<Account>>>,
  asked: Partial<Asked> = {},
) => {
  const to = bureaus.filter(bureau => at[bureau] !== undefined)
  const from = reportOf(at)
  const item: Asked = { accountId: 'a', bureaus: to, reason, ...asked }
  return Object.fromEntries(
    accountLettersFor([item], { report: from }).map(
      ({ bureau, items: [one] }) => [`${bureau}`, { says: one?.says.join(' '), asks: one?.ask }] as const,
    ),
  )
}

const refusalOf = (make: () => unknown) => {
  try {
    make()
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.fields]
    throw error
  }
  return null
}

const limits = {
  TransUnion: { creditLimit: '300.00' },
  Experian: { creditLimit: '300.00' },
  Equifax: { creditLimit: '99999.00' },
}

describe('letters to bureaus that contradict each other', () => {
  it('ask each to verify, and assert no value', () => {
    const letters = lettersAbout('wrong_limit', limits)
    const asks =
      'Please verify the credit limit with OAK BANK, and correct or delete whatever is inaccurate, incomplete or cannot be verified.'
    expect(letters).toEqual({
      TransUnion: {
        says: 'The bureaus report the credit limit of this account differently. Your file shows a credit limit of $300.00. Experian shows a credit limit of $300.00. Equifax shows a credit limit of $99,999.00.',
        asks,
      },
      Experian: {
        says: 'The bureaus report the credit limit of this account differently. Your file shows a credit limit of $300.00. TransUnion shows a credit limit of $300.00. Equifax shows a credit limit of $99,999.00.',
        asks,
      },
      Equifax: {
        says: 'The bureaus report the credit limit of this account differently. Your file shows a credit limit of $99,999.00. TransUnion and Experian show a credit limit of $300.00.',
        asks,
      },
    })
  })

  it.each<[AccountReason, string, Partial<Account>, Partial<Account>]>([
    ['wrong_balance', 'a balance', { currentBalance: '300.00' }, { currentBalance: '900.00' }],
    ['wrong_balance', 'what is past due', { amountPastDue: '30.00' }, { amountPastDue: '0.00' }],
    ['wrong_limit', 'a limit that one leaves out', {}, { creditLimit: '900.00' }],
    ['wrong_payment_status', 'a status', { payStatus: 'CO' }, { payStatus: 'COL' }],
    ['wrong_dates', 'an opening', { dateOpened: '2019-02' }, { dateOpened: '2021-02' }],
    ['reaged', 'a first delinquency', { dateFirstDelinquency: '2019' }, { dateFirstDelinquency: '2022' }],
  ])('for %s assert nothing if they differ in %s', (reason, _, one, other) => {
    const letters = lettersAbout(reason, { TransUnion: one, Experian: other })
    for (const { says } of Object.values(letters)) {
      expect(says).toMatch(/^The bureaus report the .* of this account differently\./)
      expect(says).not.toMatch(/inaccurate|too late/)
    }
  })

  it('do not say that bureaus differ in a status that all word alike', () => {
    const same = { openClosed: 'Closed', payStatus: 'CO', isDerogatory: true } as const
    const { TransUnion } = lettersAbout('wrong_payment_status', {
      TransUnion: { ...same, accountStatus: 'Derogatory' },
      Experian: { ...same, accountStatus: 'Transferred' },
    })
    expect(TransUnion?.says).toBe('Your file gives this status: Closed, charged off. That is inaccurate.')
  })

  it('assert nothing even if they reported months apart', () => {
    const { TransUnion } = lettersAbout('wrong_balance', {
      TransUnion: { currentBalance: '300.00', lastReported: '2026-01-15' },
      Experian: { currentBalance: '900.00' },
    })
    expect(TransUnion?.says).toBe(
      'I ask you to verify the balance of this account. Your file shows a balance of $300.00.',
    )
    expect(TransUnion?.asks).toMatch(/^Please verify what is owed with OAK BANK/)
  })

  it('state what is inaccurate if all bureaus show the same', () => {
    const letters = lettersAbout('wrong_limit', { ...limits, Equifax: { creditLimit: '300' } })
    for (const { says } of Object.values(letters))
      expect(says).toBe('The credit limit of $300.00 is inaccurate.')
  })

  it('ask one bureau to verify too, if another contradicts it', () => {
    const { TransUnion } = lettersAbout('wrong_limit', limits, { bureaus: ['TransUnion'] })
    expect(TransUnion?.says).not.toContain('inaccurate')
  })

  it('only ask again if they follow up letters that asked', () => {
    const { TransUnion } = lettersAbout(
      'wrong_limit',
      { TransUnion: { creditLimit: '300.00' } },
      { asksToVerify: true },
    )
    expect(TransUnion?.says).toBe(
      'I ask you to verify the credit limit of this account. Your file shows a credit limit of $300.00.',
    )
  })
})

describe('the bureau that the user calls right', () => {
  it('is named in the letters to the others, with what it shows', () => {
    const bureausWrittenTo: Bureau[] = ['TransUnion', 'Experian']
    const letters = lettersAbout('wrong_limit', limits, {
      bureaus: bureausWrittenTo,
      correctBureau: 'Equifax',
    })
    expect(Object.keys(letters)).toEqual(bureausWrittenTo)
    for (const { says } of Object.values(letters))
      expect(says).toBe(
        'Your file shows a credit limit of $300.00. That is inaccurate. Equifax shows a credit limit of $99,999.00. That is accurate.',
      )
  })

  it.each<[string | null, Bureau[], string]>([
    ['2026-08-03', [], 'In my credit report of August 3, 2026, Equifax shows'],
    [null, [], 'In another credit report of mine, Equifax shows'],
    ['2026-11-02', [], 'That is inaccurate. Equifax shows'],
    ['2026-11-02', ['Equifax'], 'In my credit report of November 2, 2026, Equifax shows'],
    ['2026-11-02', ['TransUnion'], 'That is inaccurate. Equifax shows'],
  ])('is named with its report, if that is of %s or was changed since at %j', (date, since, words) => {
    const part = { format: report.format, subject: report.subject, warnings: [], arrival: null }
    const parts = bureaus.map(bureau => ({
      ...part,
      bureau,
      reportDate: bureau === 'Equifax' ? date : '2026-11-02',
    }))
    const item: Asked = {
      accountId: 'a',
      bureaus: ['TransUnion'],
      reason: 'wrong_limit',
      correctBureau: 'Equifax',
    }
    const changed = since.map(bureau => ({
      item: { type: 'account' as const, accountId: 'a' },
      bureau,
      on: '2026-11-10',
    }))
    const [letter] = accountLettersFor([item], { report: { ...reportOf(limits), parts }, parts, changed })
    expect(letter?.items[0]?.says.join(' ')).toContain(`${words} a credit limit of $99,999.00.`)
  })

  it('is named for a first delinquency that is too late elsewhere', () => {
    const at = {
      TransUnion: { dateFirstDelinquency: '2021-09' },
      Experian: { dateFirstDelinquency: '2017-11-02' },
    }
    const { TransUnion } = lettersAbout('reaged', at, { bureaus: ['TransUnion'], correctBureau: 'Experian' })
    expect(TransUnion?.says).toContain(
      'Your file gives September 2021 as the date of first delinquency. That is inaccurate. Experian gives November 2, 2017 as the date of first delinquency. That is accurate. The date in your file makes the account look newer than it is.',
    )
  })

  it.each<[string, AccountReason, Parameters<typeof lettersAbout>[1], Partial<Asked>, string, string]>([
    [
      'one that is written to',
      'wrong_limit',
      limits,
      { bureaus: ['TransUnion', 'Equifax'], correctBureau: 'Equifax' },
      'contradicts_dispute',
      'You say that Equifax is right. Leave Equifax out.',
    ],
    [
      'one that shows the same',
      'wrong_limit',
      limits,
      { bureaus: ['TransUnion'], correctBureau: 'Experian' },
      'invalid_request',
      'Experian shows nothing here that would set TransUnion right.',
    ],
    [
      'one that shows nothing of it',
      'wrong_limit',
      { TransUnion: { creditLimit: '300.00' }, Experian: {} },
      { bureaus: ['TransUnion'], correctBureau: 'Experian' },
      'invalid_request',
      'Experian shows nothing here that would set TransUnion right.',
    ],
    [
      'one that does not report the account',
      'wrong_limit',
      { TransUnion: { creditLimit: '300.00' } },
      { correctBureau: 'Experian' },
      'invalid_request',
      'Experian shows nothing here that would set TransUnion right.',
    ],
    [
      'one whose first delinquency is later still',
      'reaged',
      { TransUnion: { dateFirstDelinquency: '2019' }, Experian: { dateFirstDelinquency: '2022' } },
      { bureaus: ['TransUnion'], correctBureau: 'Experian' },
      'invalid_request',
      'Experian shows nothing here that would set TransUnion right.',
    ],
    [
      'one where the reason is no question of values',
      'not_mine',
      limits,
      { bureaus: ['TransUnion'], correctBureau: 'Equifax' },
      'invalid_request',
      'Equifax shows nothing here that would set TransUnion right.',
    ],
  ])('is not %s', (_, reason, at, asked, code, sentence) => {
    expect(refusalOf(() => lettersAbout(reason, at, asked))).toEqual([
      code,
      { 'items.0.correctBureau': sentence },
    ])
  })
})
