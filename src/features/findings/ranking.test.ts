import { describe, expect, it } from 'vitest'
import { accountOf, inquiryOf, reportOf } from '#test/support/reports/report-of.ts'
import { buildFindingsResponse, runFinder } from './find.ts'
import { type OpenDispute, selectLeadFinding } from './ranking.ts'

const paidWithBalance = (id: string, creditorName: string) =>
  accountOf({ id, creditorName, accountStatus: 'Paid', openClosed: 'Closed', currentBalance: '312.00' })

const report = reportOf({
  accounts: [paidWithBalance('one', 'Northgate Bank'), paidWithBalance('two', 'Oak Bank')],
})
const open = (own: Partial<OpenDispute> = {}): OpenDispute => ({
  id: 'd1',
  status: 'SENT',
  sentOn: '2026-11-03',
  bureaus: ['TransUnion'],
  item: { kind: 'account', id: 'one' },
  ...own,
})
const known = (...openDisputes: OpenDispute[]) => ({ earlierReports: [], ownDetails: null, openDisputes })
const about = (id: string, ...openDisputes: OpenDispute[]) =>
  runFinder(report, known(...openDisputes)).filter(
    ({ subject }) => subject.kind === 'account' && subject.id === id,
  )

describe('a finding of an item in dispute', () => {
  it('names the dispute and the bureaus whose answer is awaited', () => {
    const [one] = about('one', open({ bureaus: ['TransUnion', 'Equifax'] }))
    expect(one?.dispute).toEqual({
      id: 'd1',
      status: 'SENT',
      sentOn: '2026-11-03',
      bureaus: ['TransUnion'],
    })
    expect(about('two', open())[0]?.dispute).toBeNull()
  })

  it('names the newest of several', () => {
    const [one] = about('one', open({ id: 'd1' }), open({ id: 'd2', status: 'NEW', sentOn: null }))
    expect(one?.dispute).toMatchObject({ id: 'd2', status: 'NEW', sentOn: null })
  })

  it('is none where the dispute is at another bureau or of another thing', () => {
    expect(about('one', open({ bureaus: ['Equifax'] }))[0]?.dispute).toBeNull()
    expect(about('one', open({ item: { kind: 'inquiry', ids: ['one'] } }))[0]?.dispute).toBeNull()
  })

  it('is not recommended, and does not lead', () => {
    const findings = runFinder(report, known(open()))
    expect(findings.filter(({ dispute }) => dispute !== null).every(({ recommended }) => !recommended)).toBe(
      true,
    )
    expect(selectLeadFinding(findings)?.subject).toEqual({ kind: 'account', id: 'two' })
    const all = runFinder(report, known(open(), open({ item: { kind: 'account', id: 'two' } })))
    expect(selectLeadFinding(all)).toBeNull()
  })

  it('is in the answer only where there is one', () => {
    const { items } = buildFindingsResponse(report, known(open()))
    const ids = Map.groupBy(items, ({ accountId }) => accountId)
    expect(new Set(ids.get('one')?.map(({ dispute }) => dispute?.id))).toEqual(new Set(['d1']))
    expect(ids.get('two')?.some(one => 'dispute' in one)).toBe(false)
  })

  it('is found by any inquiry of the application', () => {
    const inquiries = ['2026-11-01', '2026-11-03', '2026-10-20', '2026-10-25'].map((date, index) =>
      inquiryOf({ id: `i${index}`, company: `Lender ${index}`, date }),
    )
    const found = runFinder(
      reportOf({ inquiries }),
      known(open({ item: { kind: 'inquiry', ids: inquiries.map(({ id }) => id) } })),
    )
    expect(found.length).toBeGreaterThan(0)
    for (const { subject, dispute } of found) expect(dispute === null).toBe(subject.kind !== 'inquiry')
  })
})
