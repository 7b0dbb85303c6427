import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountReason, accountReasons } from '#features/findings/reasons.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { payTokens } from '#features/reports/canonical.ts'
import { times } from '#test/support/chance.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { accountLettersFor, report } from '#test/support/reports/disputed-report.ts'
import { surroundingsIn } from '#test/support/reports/surroundings.ts'
import { bureaus } from '#values/bureau.ts'
import { showMoney } from '#values/money.ts'
import { toAccountFacts } from '../facts.ts'
import { isReasonAllowed } from '../reason-eligibility.ts'
import { disputedFields } from '../value-differences.ts'
import { type Letter, letterText } from './letter.ts'
import { isPrintable } from './printable.ts'
import { longDate } from './words.ts'

const today = '2026-11-20'

const date = fc.oneof(
  fc.constant(null),
  fc.constantFrom('2015', '2016-02', '2017-11-30', '2021-09-01', '2026-03'),
)
const money = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 99_999 }).map(dollars => `${dollars}.00`),
)

/** A row with any content whose texts contain the bureau's name, so that a letter reveals their source. */
const rowAt = (bureau: Account['bureau']) =>
  fc
    .record({
      accountNumber: fc.oneof(fc.constant(null), fc.stringMatching(/^[0-9X]{4,17}$/)),
      accountStatus: fc.constantFrom('Open', 'Closed', 'Paid', 'Derogatory'),
      payStatus: fc.oneof(fc.constant(null), fc.constantFrom(...payTokens)),
      isCollection: fc.boolean(),
      isDerogatory: fc.boolean(),
      currentBalance: money,
      amountPastDue: money,
      creditLimit: money,
      dateOpened: date,
      dateClosed: date,
      dateFirstDelinquency: date,
      lastReported: date,
      paymentHistory: fc.uniqueArray(
        fc.record({
          date: fc.constantFrom('2025-11', '2025-12', '2026-01', '2026-02'),
          status: fc.constantFrom(...payTokens),
        }),
        { selector: month => month.date },
      ),
    })
    .map(own =>
      account({
        id: 'a',
        bureau,
        creditorNameReported: `CREDITOR AT ${bureau.toUpperCase()}`,
        originalCreditor: `FIRST AT ${bureau.toUpperCase()}`,
        responsibility: `Share at ${bureau}`,
        remarks: [{ code: null, text: `deceased per ${bureau}` }],
        ...own,
      } satisfies Parameters<typeof account>[0]),
    )

const anyLetters = fc
  .record({
    rows: fc.tuple(rowAt('TransUnion'), rowAt('Experian'), rowAt('Equifax')),
    reason: fc.constantFrom(...accountReasons),
    explanation: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .filter(text => !/[\p{L}\p{N}]/u.test(text)),
  })
  .map(({ rows, reason, explanation }) => {
    const from: Report = {
      ...report,
      accounts: rows,
      files: bureaus.map(bureau => ({ bureau, status: 'hit', text: null })),
    }
    const at = rows
      .filter(row => isReasonAllowed(reason, surroundingsIn(row, from), today))
      .map(({ bureau }) => bureau)
    if (at.length === 0) return []
    const words = `It is so. ${explanation}`
    const items = [{ accountId: 'a', bureaus: at, reason, explanation: words }]
    return accountLettersFor(items, { report: from }).map(letter => ({
      letter,
      body: letterText(letter),
      rows,
      reason,
    }))
  })

type Made = {
  letter: Letter
  body: string
  rows: Account[]
  reason: AccountReason
}

const always = (claim: (one: Made) => void) =>
  fc.assert(
    fc.property(anyLetters, letters => letters.forEach(claim)),
    { numRuns: times(60) },
  )

describe('every letter', () => {
  it('contains only the last four digits of the Social Security number', () => {
    always(({ body }) => {
      expect(body).toContain('Social Security number: XXX-XX-4417')
      expect(body).not.toMatch(/\d{3}-\d{2}-\d{4}/)
    })
  })

  it('contains at most eight characters of an account number', () => {
    always(({ body, rows }) => {
      const long = rows
        .flatMap(({ accountNumber }) => (accountNumber ?? '').slice(0, 9))
        .filter(start => start.length > 8)
      expect(long.filter(start => body.includes(start))).toEqual([])
    })
  })

  it('states another bureau’s values only in a sentence that names it', () => {
    always(({ letter, body }) => {
      for (const other of bureaus.filter(bureau => bureau !== letter.bureau)) {
        expect(body).not.toContain(` AT ${other.toUpperCase()}`)
        const sentences = body.split(/(?<=\.)\s/).filter(sentence => sentence.includes(other))
        const own = new RegExp(`^(${other} (shows|gives)|(\\w+ and )?${other}( and \\w+)? (show|give)) `)
        for (const sentence of sentences) expect(sentence).toMatch(own)
      }
    })
  })

  it('attributes amounts and dates only to a row that has them', () => {
    always(({ letter, rows }) => {
      for (const sentence of letter.items.flatMap(({ says }) => says.join(' ').split(/(?<=\.)\s/))) {
        const named = bureaus.filter(bureau => sentence.includes(bureau))
        const shown = rows.filter(({ bureau }) =>
          named.length > 0 ? named.includes(bureau) : bureau === letter.bureau,
        )
        for (const row of shown) {
          const amounts = [row.currentBalance, row.amountPastDue, row.creditLimit].flatMap(amount =>
            amount === null ? [] : [showMoney(amount)],
          )
          for (const [amount] of sentence.matchAll(/\$[\d,]+\.\d\d/g))
            if (amount !== '$500.00') expect(amounts).toContain(amount)
          const dates = [row.dateOpened, row.dateClosed, row.dateFirstDelinquency].flatMap(given =>
            given === null ? [] : [longDate(given)],
          )
          for (const [, given] of sentence.matchAll(/gives ([^.]*?) as the date/g))
            expect(dates).toContain(given)
        }
      }
    })
  })

  it('quotes only the user’s own words', () => {
    always(({ letter }) => {
      const { opening, items, closing } = letter
      const all = [opening, ...items.flatMap(({ says, ask }) => [...says, ask]), ...closing]
      expect(all.filter(text => /[“”"]/.test(text))).toEqual([])
    })
  })

  it('states a status only as reported', () => {
    always(({ body, rows, letter }) => {
      const row = rows.find(({ bureau }) => bureau === letter.bureau)
      if (row?.payStatus === null || row?.payStatus === 'U') expect(body).not.toMatch(/^Status:/m)
      expect(body).not.toMatch(/this status: (?:Open|Closed|Paid|Derogatory)/)
    })
  })

  it('promises and threatens nothing', () => {
    always(({ body }) => {
      expect(body).not.toMatch(
        /guarantee|sue|lawsuit|attorney|court|damages|demand|immediately|violat|penalt|legal action/i,
      )
    })
  })

  it('can be printed to the last character', () => {
    always(({ body }) => {
      expect(Array.from(body).filter(character => character !== '\n' && !isPrintable(character))).toEqual([])
    })
  })

  it('leaves no gap for unreported values', () => {
    always(({ body }) => {
      expect(body).not.toMatch(/null|undefined|NaN|: \n/)
    })
  })
})

it('no two letters of one dispute assert different values of one field', () => {
  fc.assert(
    fc.property(anyLetters, letters => {
      const calls = letters.filter(({ letter }) =>
        letter.items.some(({ says }) => says.some(words => /\binaccurate\b|too late/.test(words))),
      )
      for (const { letter, rows, reason } of calls) {
        const row = rows.find(({ bureau }) => bureau === letter.bureau)
        const others = rows.filter(other => letters.some(one => one.letter.bureau === other.bureau))
        for (const other of others)
          for (const field of disputedFields(reason))
            expect(
              row !== undefined && field.differs(toAccountFacts(row, '4417'), toAccountFacts(other, '4417')),
            ).toBe(false)
      }
      const asking = letters.filter(({ body }) => body.includes('of this account differently'))
      expect(asking.length === 0 || calls.length === 0).toBe(true)
    }),
    { numRuns: times(80) },
  )
})

it('the facts of a letter contain nothing that identifies a row inside a document', () => {
  const facts = JSON.stringify(
    toAccountFacts(
      account({
        id: 'secret-id',
        bureau: 'Equifax',
        sourceRowId: 'secret-row',
        subscriberCode: 'secret-code',
      }),
      '4417',
    ),
  )
  expect(facts).not.toContain('secret')
})
