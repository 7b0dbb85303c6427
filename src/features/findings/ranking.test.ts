import { describe, expect, it } from 'vitest'
import { accountOf, inquiryOf, reportOf } from '#test/support/reports/report-of.ts'
import { buildFindingsResponse, runFinder } from './find.ts'
import type { Asked, DisputeRecord } from './item-state.ts'
import { selectLeadFinding } from './ranking.ts'

const paidWithBalance = (id: string, creditorName: string) =>
  accountOf({ id, creditorName, accountStatus: 'Paid', openClosed: 'Closed', currentBalance: '312.00' })

const accounts = [paidWithBalance('one', 'Northgate Bank'), paidWithBalance('two', 'Oak Bank')]
const report = reportOf({ accounts })
const asked = (own: Partial<Asked> = {}): Asked => ({
  bureau: 'TransUnion',
  progress: 'in_dispute',
  mailedOn: '2026-11-15',
  dueOn: null,
  answer: null,
  ...own,
})
const disputed = (own: Partial<DisputeRecord> = {}): DisputeRecord => ({
  disputeId: 'd1',
  createdOn: '2026-11-15',
  asksHow: false,
  item: { kind: 'account', id: 'one' },
  asked: [asked()],
  ...own,
})
const verified = asked({ answer: { outcome: 'verified', on: '2026-11-20' } })
const known = (...disputes: DisputeRecord[]) => ({ earlierReports: [], ownDetails: null, disputes })
const about = (id: string, ...disputes: DisputeRecord[]) =>
  runFinder(report, known(...disputes)).filter(
    ({ subject }) => subject.kind === 'account' && subject.id === id,
  )

describe('a finding of a disputed item', () => {
  it('has the state of its item at its bureaus', () => {
    const [one] = about('one', disputed({ asked: [asked(), asked({ bureau: 'Equifax' })] }))
    expect(one?.states).toMatchObject([
      { bureau: 'TransUnion', disputeId: 'd1', state: 'in_dispute', mailedOn: '2026-11-15' },
    ])
    expect(about('two', disputed())[0]).toMatchObject({ states: [], handled: false })
  })

  it('is not handled if the dispute is at another bureau or about another item', () => {
    expect(about('one', disputed({ asked: [asked({ bureau: 'Equifax' })] }))[0]?.handled).toBe(false)
    expect(about('one', disputed({ item: { kind: 'inquiry', ids: ['one'] } }))[0]?.handled).toBe(false)
  })

  it.each([
    ['in dispute', asked()],
    ['not mailed', asked({ progress: 'letter_ready', mailedOn: null })],
    ['answered', verified],
  ])('that is %s is not recommended, and does not lead', (_, one) => {
    const findings = runFinder(report, known(disputed({ asked: [one] })))
    expect(findings.filter(({ handled, recommended }) => handled && recommended)).toEqual([])
    expect(selectLeadFinding(findings)?.subject).toEqual({ kind: 'account', id: 'two' })
    const second = disputed({ disputeId: 'd2', item: { kind: 'account', id: 'two' }, asked: [one] })
    expect(selectLeadFinding(runFinder(report, known(disputed({ asked: [one] }), second)))).toBeNull()
  })

  it('leads again when a bureau lists again what it deleted', () => {
    const deleted = asked({ answer: { outcome: 'deleted', on: '2026-11-10' } })
    const findings = runFinder(report, known(disputed({ createdOn: '2026-10-01', asked: [deleted] })))
    expect(findings[0]).toMatchObject({
      subject: { id: 'one' },
      handled: false,
      states: [{ state: 'relisted' }],
    })
  })

  it('leads if it entered the report after the answered dispute', () => {
    const before = reportOf({
      reportDate: '2026-09-14',
      accounts: [accountOf({ id: 'one', creditorName: 'Northgate Bank' })],
    })
    const answered = disputed({ createdOn: '2026-10-01', asked: [verified] })
    const isHandled = (earlier: typeof before, disputes: DisputeRecord) =>
      runFinder(report, { ...known(disputes), earlierReports: [earlier] })[0]?.handled
    expect(isHandled(before, answered)).toBe(false)
    expect(isHandled({ ...before, accounts }, answered)).toBe(true)
    // An item in dispute is proposed again only after the answer.
    expect(isHandled(before, disputed({ createdOn: '2026-10-01' }))).toBe(true)
    // An item that was disputed based on this report.
    expect(isHandled(before, disputed({ createdOn: '2026-08-01', asked: [verified] }))).toBe(true)
  })

  it('is found by any inquiry of the application', () => {
    const inquiries = ['2026-11-01', '2026-11-03', '2026-10-20', '2026-10-25'].map((date, index) =>
      inquiryOf({ id: `i${index}`, company: `Lender ${index}`, date }),
    )
    const found = runFinder(
      reportOf({ inquiries }),
      known(disputed({ item: { kind: 'inquiry', ids: inquiries.map(({ id }) => id) } })),
    )
    expect(found.length).toBeGreaterThan(0)
    for (const { subject, handled } of found) expect(handled).toBe(subject.kind === 'inquiry')
  })
})

it('the response lists every disputed item, with or without a finding', () => {
  const quiet = disputed({ disputeId: 'd2', item: { kind: 'account', id: 'quiet' } })
  const { items, disputed: states } = buildFindingsResponse(report, known(disputed(), quiet))
  expect(states.map(({ item }) => item)).toEqual([
    { kind: 'account', id: 'quiet' },
    { kind: 'account', id: 'one' },
  ])
  expect(
    items.filter(({ states: own }) => own.length > 0).every(({ accountId }) => accountId === 'one'),
  ).toBe(true)
})
