import { describe, expect, it } from 'vitest'
import { disputableInquiries } from './disputable-inquiries.ts'
import type { FullReport } from './disputable-item.ts'
import { finding, report } from './fixtures/report.ts'

type Row = FullReport['creditInquiries'][number]

const inquiry = (own: Partial<Row>): Row => ({
  id: 'i',
  company: 'Cedar Auto Finance',
  date: '2026-08-22',
  bureau: 'Experian',
  kind: 'hard',
  industry: null,
  address: null,
  ...own,
})

const today = '2026-11-20'
const inquiries = (...rows: Row[]) => disputableInquiries(report({ creditInquiries: rows }), [])

describe('inquiries to choose from', () => {
  it('are listed once per application, with every bureau that lists it', () => {
    const all = inquiries(
      inquiry({ id: 'ex' }),
      inquiry({ id: 'tu', bureau: 'TransUnion', company: 'CEDAR AUTO FINANCE' }),
      inquiry({ id: 'older', date: '2026-01-03' }),
    )
    expect(all.map(({ key, offered }) => [key, offered.map(({ bureau }) => bureau)])).toEqual([
      ['ex', ['TransUnion', 'Experian']],
      ['older', ['Experian']],
    ])
  })

  it('omit soft ones and include those of an unknown kind', () => {
    const all = inquiries(inquiry({ id: 'soft', kind: 'soft' }), inquiry({ id: 'unknown', kind: 'unknown' }))
    expect(all.map(({ key }) => key)).toEqual(['unknown'])
  })

  it('list findings first, no matter which bureau’s row they name', () => {
    const found = finding({ id: 'f', accountId: undefined, inquiryId: 'tu', suggestedReason: 'too_old' })
    const rows = [
      inquiry({ id: 'new', company: 'Elm Bank', date: '2026-10-01' }),
      inquiry({ id: 'ex', date: '2024-08-22' }),
      inquiry({ id: 'tu', date: '2024-08-22', bureau: 'TransUnion' }),
    ]
    const [first] = disputableInquiries(report({ creditInquiries: rows }), [found])
    expect(first?.key).toBe('ex')
    expect(first?.findings).toEqual([found])
    expect(first?.listOptions(['Experian'], today)[0]?.value).toBe('too_old')
  })

  it('are too old only after two years', () => {
    const [fresh] = inquiries(inquiry({}))
    const values = fresh?.listOptions(['Experian'], today).map(({ value }) => value)
    expect(values).not.toContain('too_old')
    expect(values?.at(-1)).toBe('other')
    expect(fresh?.isReasonAllowed('too_old', 'Experian', today)).toBe(false)
    expect(fresh?.isReasonAllowed('no_application', 'Experian', today)).toBe(true)
  })
})
