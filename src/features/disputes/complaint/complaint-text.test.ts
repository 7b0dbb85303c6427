import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomes } from '#features/findings/item-state.ts'
import { listStillShown, maxSummaryLength, writeSummary } from './complaint-text.ts'
import { accountItem, calendar, deliveredOn, disputeWith, letterAt } from './fixtures/dispute.ts'

const summaryOf = (own: Partial<Parameters<typeof writeSummary>[0]> = {}) =>
  writeSummary(
    { bureau: 'TransUnion', dispute: disputeWith(), related: [], stillShown: [], ...own },
    calendar,
  )

describe('the summary of a complaint', () => {
  it('describes a complete case like this', () => {
    const item = accountItem(
      'OAK BANK',
      { TransUnion: ['verified', '2026-10-28'] },
      { explanation: 'I never had an account there.' },
    )
    const other = accountItem('ELM BANK', { TransUnion: ['deleted', '2026-10-28'] }, { reason: 'too_old' })
    const question = disputeWith({
      id: '2',
      createdAt: '2026-10-30T15:00:00.000Z',
      follows: { disputeId: '1', kind: 'method_of_verification' },
      items: [accountItem('OAK BANK', { TransUnion: ['no_answer', '2026-11-19'] })],
      letters: [letterAt('TransUnion', deliveredOn('2026-10-31', '2026-11-03'))],
    })
    const dispute = disputeWith({ items: [item, other] })
    expect(
      summaryOf({ dispute, related: [question], stillShown: [{ item, reportDate: '2026-11-18' }] }),
    ).toBe(`I disputed information in my TransUnion credit file directly with TransUnion. That dispute has ended.

On October 1, 2026 I wrote to TransUnion. The letter was mailed on October 2, 2026 and delivered on October 5, 2026. I disputed:

- OAK BANK: This account is not mine. In my own words: “I never had an account there.”
- ELM BANK: It is too old to be on my report.

TransUnion answered on October 28, 2026 that it deleted ELM BANK. TransUnion answered on October 28, 2026 that it verified OAK BANK.

On October 30, 2026 I asked TransUnion to describe how it had checked OAK BANK, under 15 U.S.C. 1681i(a)(7). The letter was mailed on October 31, 2026 and delivered on November 3, 2026. By November 19, 2026 I had received no description.

My TransUnion report of November 18, 2026 still shows OAK BANK.

Copies of my letters, and of what I have of their mailing and of the answers, are attached.`)
  })

  it('tells of a block that was asked for', () => {
    const items = [
      accountItem('OAK BANK', {}, { reason: 'identity_theft' }),
      accountItem('ELM BANK', {}, { reason: 'too_old' }),
    ]
    const enclosures = (['identity_theft_report', 'government_id'] as const).map(kind => ({
      documentId: kind,
      name: kind,
      kind,
    }))
    expect(summaryOf({ dispute: disputeWith({ items, enclosures }) })).toContain(
      'I enclosed an identity theft report and proof of my identity, and also asked TransUnion to block OAK BANK, under 15 U.S.C. 1681c-2.',
    )
    for (const own of [
      { enclosures: enclosures.slice(0, 1) },
      { enclosures, items: items.slice(1) },
      { enclosures, letters: [letterAt('TransUnion', { edited: true })] },
    ])
      expect(summaryOf({ dispute: disputeWith({ items, ...own }) })).not.toContain('block')
  })

  it('uses single quotation marks within the user’s own words', () => {
    const items = [accountItem('OAK BANK', {}, { explanation: 'They said “paid” and "closed".' })]
    expect(summaryOf({ dispute: disputeWith({ items }) })).toContain(
      "In my own words: “They said ‘paid’ and 'closed'.”",
    )
  })

  it('quotes no words of an item whose letter the user reworded', () => {
    const items = [accountItem('OAK BANK', {}, { explanation: 'I never had an account there.' })]
    const of = (edited: boolean) =>
      summaryOf({ dispute: disputeWith({ items, letters: [letterAt('TransUnion', { edited })] }) })
    expect(of(false)).toContain('“I never had an account there.”')
    expect(of(true)).not.toContain('In my own words')
  })

  it('calls no value wrong when the letter said only that the bureaus differ', () => {
    const items = [accountItem('OAK BANK', {}, { reason: 'wrong_balance', asksToVerify: true })]
    expect(summaryOf({ dispute: disputeWith({ items }) })).toContain(
      '- OAK BANK: I ask to verify the balance and amount past due.',
    )
  })

  it('describes a requested statement', () => {
    const statement = disputeWith({
      id: '2',
      createdAt: '2026-11-05T15:00:00.000Z',
      follows: { disputeId: '1', kind: 'statement' },
      items: [accountItem('OAK BANK', { TransUnion: ['corrected', '2026-11-15'] })],
      letters: [letterAt('TransUnion')],
    })
    expect(summaryOf({ related: [statement] })).toContain(
      'On November 5, 2026 I asked TransUnion to add my statement of the dispute about OAK BANK to my file, under 15 U.S.C. 1681i(b). TransUnion confirmed on November 15, 2026 that it was added.',
    )
  })

  it('describes a request to notify recipients of a deletion as such', () => {
    const notify = disputeWith({
      id: '2',
      createdAt: '2026-11-05T15:00:00.000Z',
      follows: { disputeId: '1', kind: 'notify_recipients' },
      items: [accountItem('OAK BANK', { TransUnion: ['corrected', '2026-11-15'] })],
      letters: [letterAt('TransUnion')],
    })
    expect(summaryOf({ related: [notify] })).toContain(
      'On November 5, 2026 I asked TransUnion to notify those whom I named that OAK BANK had been deleted, under 15 U.S.C. 1681i(d). TransUnion told me on November 15, 2026 that it notified them.',
    )
  })

  it('claims no answer or missing answer that was not recorded', () => {
    expect(summaryOf()).toContain('more than 45 days ago, and my records do not show an answer to all of it.')
    expect(summaryOf()).toContain('My records show no answer about OAK BANK.')
    expect(summaryOf()).not.toMatch(/had received no|answered on/)
  })

  it('does not mention a mailing that is not on record', () => {
    const dispute = disputeWith({ letters: [letterAt('TransUnion')] })
    expect(summaryOf({ dispute })).not.toMatch(/mailed on|delivered/)
    const underWay = letterAt('TransUnion', {
      mailState: 'sent',
      lobSentAt: '2026-10-02T15:00:00.000Z',
      lobExpectedDeliveryDate: '2026-10-08',
    })
    expect(summaryOf({ dispute: disputeWith({ letters: [underWay] }) })).toContain(
      'mailed on October 2, 2026. It should have arrived by October 8, 2026; no delivery was reported.',
    )
    const soon = { ...underWay, lobExpectedDeliveryDate: calendar.today }
    const text = summaryOf({ dispute: disputeWith({ letters: [soon] }) })
    expect(text).toContain('The letter was mailed on October 2, 2026. I disputed:')
  })

  it('says of a letter that came back only that, and of one that was not mailed or may have arrived before nothing', () => {
    const returned = letterAt('TransUnion', {
      mailState: 'returned',
      neverReceived: true,
      lobSentAt: '2026-10-02T15:00:00.000Z',
      lobExpectedDeliveryDate: '2026-10-08',
    })
    const items = [accountItem('OAK BANK N.A.', { TransUnion: ['frivolous', '2026-10-28'] })]
    const text = summaryOf({ dispute: disputeWith({ items, letters: [returned] }) })
    expect(text).toContain('The letter was mailed on October 2, 2026 and came back. I disputed:')
    const rejected = { ...returned, mailState: 'rejected' } as const
    const mayHaveArrived = { ...returned, neverReceived: false }
    for (const letter of [rejected, mayHaveArrived])
      expect(summaryOf({ dispute: disputeWith({ items, letters: [letter] }) })).not.toContain('mailed')
    expect(text).toMatch(/^TransUnion answered on October 28, 2026 without reinvestigating OAK BANK N\.A\.$/m)
  })

  it('names personal entries only by their kind', () => {
    const { accountId, creditorName, correctBureau, asksToVerify, reason, ...shared } = accountItem('x')
    const item = {
      ...shared,
      type: 'personal-info',
      field: 'phone',
      reportedValue: '(202) 555-0143',
      reason: 'remove',
      correctValue: null,
    } as const
    expect(summaryOf({ dispute: disputeWith({ items: [item] }) })).toContain(
      '- a phone number: This phone number is not mine.',
    )
    expect(summaryOf({ dispute: disputeWith({ items: [item] }) })).not.toContain('555')
  })

  it('fits the form, and keeps the dates when it is cut', () => {
    const items = Array.from({ length: 20 }, (_, index) =>
      accountItem(
        `BANK ${index} ${'of somewhere '.repeat(9)}`,
        { TransUnion: ['verified', '2026-10-28'] },
        {
          explanation: 'w'.repeat(1000),
        },
      ),
    )
    const again = Array.from({ length: 12 }, (_, index) => disputeWith({ id: `2${index}`, items }))
    const text = summaryOf({ dispute: disputeWith({ items }), related: again })
    expect(text.length).toBeLessThanOrEqual(maxSummaryLength)
    expect(text).toContain('On October 1, 2026 I wrote to TransUnion.')
    const fewer = summaryOf({ dispute: disputeWith({ items }) })
    expect(fewer).toContain('BANK 19')
    expect(fewer).not.toContain('In my own words')
  })

  it('quotes only what was written, and states an answer only if one is recorded', () => {
    const name = fc.stringMatching(/^[A-Z]{3,12}$/)
    const anyItem = fc.record({
      creditor: name,
      answer: fc.option(fc.constantFrom(...outcomes), { nil: null }),
      explanation: fc.option(fc.stringMatching(/^[a-z ]{1,40}$/), { nil: null }),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(anyItem, { minLength: 1, maxLength: 6, selector: one => one.creditor }),
        all => {
          const items = all.map(({ creditor, answer, explanation }) =>
            accountItem(creditor, answer === null ? {} : { TransUnion: [answer, '2026-10-28'] }, {
              explanation,
            }),
          )
          const text = summaryOf({ dispute: disputeWith({ items }) })
          for (const { explanation } of all)
            if (explanation !== null) expect(text).toContain(`“${explanation}”`)
          const quoted = text.match(/“/g) ?? []
          expect(quoted).toHaveLength(all.filter(({ explanation }) => explanation !== null).length)
          const said = all.some(({ answer }) => answer !== null && answer !== 'no_answer')
          expect(text.includes('answered on October 28, 2026')).toBe(said)
        },
      ),
    )
  })
})

describe('what a report still shows', () => {
  const item = accountItem('OAK BANK', { TransUnion: ['verified', '2026-10-28'] })
  const shown = (date: string | null, shows = true) =>
    listStillShown(disputeWith({ items: [item] }), 'TransUnion', { date, shows: () => shows }, calendar)

  it.each([
    ['2026-11-01', 1],
    ['2026-10-28', 0],
    ['2026-10', 0],
    [null, 0],
  ] as const)('is said of a report that is surely later than the answer: %s', (date, count) => {
    expect(shown(date)).toHaveLength(count)
  })

  it('does not include deleted items', () => {
    expect(shown('2026-11-01', false)).toEqual([])
  })
})
