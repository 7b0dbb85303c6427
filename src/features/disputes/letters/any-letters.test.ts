import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isBefore } from '#features/findings/partial-dates.ts'
import { type AccountReason, accountReasons, inquiryReasons } from '#features/findings/reasons.ts'
import { isSameDebt } from '#features/findings/same-debt.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import { times } from '#test/support/chance.ts'
import { anyReport, longNumber, markOf } from '#test/support/reports/any-report.ts'
import { disputeContext } from '#test/support/reports/disputed-report.ts'
import { surroundingsIn } from '#test/support/reports/surroundings.ts'
import { bureaus } from '#values/bureau.ts'
import { showLongDay } from '#values/dates.ts'
import { centsOf } from '#values/money.ts'
import { resolveAccountItems } from '../account-rules.ts'
import { resolveInquiryItems } from '../inquiry-rules.ts'
import { listPersonalEntries, visiblePersonalInfo } from '../personal-entries.ts'
import { resolvePersonalItems } from '../personal-rules.ts'
import { isInquiryReasonAllowed, isReasonAllowed } from '../reason-eligibility.ts'
import { accountLetters } from './account.ts'
import { inquiryLetters } from './inquiry.ts'
import { enclosedLine, type Letter, letterParts, letterText } from './letter.ts'
import { type PaperBlock, paperBlocks } from './letter-paper.ts'
import { personalLetters } from './personal.ts'
import { isPrintable } from './printable.ts'

const today = '2026-11-20'
/** No profile value is known, so that every entry may be disputed. */
const own = { name: null, dob: null, ssn: null, address: null, phone: null, employer: null }

/** Every letter that anyone could create about a report, one item each. */
const lettersOf = (report: Report, plan: Plan): Letter[] => {
  const context = disputeContext({ report, plan, own })
  const visible = <Row extends { bureau: (typeof bureaus)[number] }>(rows: readonly Row[]) =>
    rows.filter(({ bureau }) => bureausInPlan(plan).includes(bureau))
  const first = <T>(rows: readonly T[], isIt: (row: T) => boolean) => rows.find(isIt)
  const accounts = visible(report.accounts).flatMap(row => {
    const rows = report.accounts.filter(other => other.id === row.id && other.bureau === row.bureau)
    return accountReasons
      .filter(reason =>
        isReasonAllowed(
          reason,
          surroundingsIn(rows[0] ?? row, {
            ...report,
            accounts: visible(report.accounts),
            publicRecords: visible(report.publicRecords),
          }),
          today,
        ),
      )
      .map(reason => ({ accountId: row.id, bureaus: [row.bureau], reason, explanation: 'It is so.' }))
  })
  const inquiries = visible(report.inquiries).flatMap(row => {
    const named = first(visible(report.inquiries), other => other.id === row.id) ?? row
    return inquiryReasons
      .filter(reason => isInquiryReasonAllowed(reason, named, visible(report.inquiries), today))
      .map(reason => ({ inquiryId: row.id, bureaus: [named.bureau], reason, explanation: 'It is so.' }))
  })
  const entries = listPersonalEntries(visiblePersonalInfo(report, plan)).map(({ field, value, bureau }) => ({
    field,
    reportedValue: value,
    action: 'remove' as const,
    bureaus: [bureau],
  }))
  return [
    ...accounts.flatMap(item => accountLetters(resolveAccountItems([item], context), context)),
    ...inquiries.flatMap(item => inquiryLetters(resolveInquiryItems([item], context), context)),
    ...entries.flatMap(item => personalLetters(resolvePersonalItems([item], context), context)),
  ]
}

it('for any report, no letter contains a hidden number, another bureau’s texts or unprintable characters', () => {
  fc.assert(
    fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
      for (const letter of lettersOf(report, plan)) {
        const body = letterText(letter)
        expect(body).toContain('Social Security number: XXX-XX-4417')
        expect(body).not.toMatch(/666\D{0,2}34\D{0,2}4417/)
        expect(body).not.toContain(longNumber)
        for (const bureau of bureaus.filter(other => other !== letter.bureau))
          expect(body).not.toContain(markOf(bureau))
        expect(Array.from(body).filter(each => each !== '\n' && !isPrintable(each))).toEqual([])
        expect(body).not.toMatch(/null|undefined|NaN|: \n/)
        expect(body).not.toMatch(
          /guarantee|\bsue\b|lawsuit|attorney|damages|demand|immediately|violat|penalt/i,
        )
      }
    }),
    { numRuns: times(15) },
  )
})

/** A letter in the blocks laid out in the PDF; the title of an item without known facts is an ordinary line. */
const blocksOf = (letter: Letter): PaperBlock[] => {
  const enclosed = enclosedLine(letter)
  return [
    ...(letter.mark === null ? [] : [{ style: 'mark' as const, text: letter.mark }]),
    { style: 'paragraph', text: letter.sender.join('\n') },
    { style: 'paragraph', text: letter.recipient.join('\n') },
    { style: 'date', text: showLongDay(letter.date) },
    { style: 'subject', text: `Re: ${letter.subject}` },
    ...letterParts(letter, null).map(
      (part): PaperBlock =>
        part.kind === 'item' && part.facts.length > 0
          ? { style: 'facts', title: part.title, facts: [...part.facts] }
          : { style: 'paragraph', text: part.kind === 'item' ? part.title : part.text },
    ),
    { style: 'facts', title: 'About me', facts: letter.identification },
    ...(enclosed === null ? [] : [{ style: 'paragraph' as const, text: enclosed }]),
    { style: 'paragraph', text: 'Sincerely,' },
    { style: 'signature', text: letter.signature },
  ]
}

it('for any report, the screen lays out each letter in the blocks of its PDF', () => {
  fc.assert(
    fc.property(anyReport, report => {
      for (const letter of lettersOf(report, 'max')) {
        expect(paperBlocks(letterText(letter))).toEqual(blocksOf(letter))
      }
    }),
    { numRuns: times(10) },
  )
})

it('for any report, a reason based on the row applies only to a row that supports it', () => {
  fc.assert(
    fc.property(anyReport, given => {
      const publicRecords = given.publicRecords.map(one => ({ ...one, type: 'Chapter 7 bankruptcy' }))
      const report = { ...given, publicRecords }
      for (const row of report.accounts) {
        const around = surroundingsIn(row, report)
        const fitting = accountReasons.filter(reason => isReasonAllowed(reason, around, today))
        const allowed = (reason: AccountReason, bornOut: boolean) =>
          expect([reason, fitting.includes(reason) && !bornOut]).toEqual([reason, false])
        const after = around.allBankruptcies.every(({ filed }) => isBefore(filed, row.dateOpened))
        const isOwn = !row.isCollection && row.originalCreditor === null
        allowed('included_in_bankruptcy', !(around.allBankruptcies.length > 0 && after && isOwn))
        allowed('medical', row.isCollection)
        allowed('deceased_in_error', JSON.stringify([row.responsibility, row.remarks]).includes('deceased'))
        allowed('reaged', row.dateFirstDelinquency !== null)
        allowed('wrong_balance', row.currentBalance !== null || row.amountPastDue !== null)
        allowed('closed_shown_open', row.openClosed !== 'Closed')
        allowed('unknown_original_creditor', row.isCollection)
        for (const other of report.accounts.filter(one => isSameDebt(row, one))) {
          expect(other.bureau).toBe(row.bureau)
          const [one, two] = [centsOf(row.currentBalance) ?? 0, centsOf(other.currentBalance) ?? 0]
          if (one > 0 && two > 0) expect(Math.abs(one - two)).toBeLessThanOrEqual(Math.max(one, two) / 10)
        }
      }
    }),
    { numRuns: times(50) },
  )
})
