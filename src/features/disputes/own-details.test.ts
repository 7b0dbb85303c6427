import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { detailedReport } from '#test/support/reports/disputed-details.ts'
import { disputeContext, maya } from '#test/support/reports/disputed-report.ts'
import type { PersonalInfoDispute } from './dispute-requests.ts'
import type { DisputeContext } from './letters/letter.ts'
import { profileDetails } from './personal-entries.ts'
import { resolvePersonalItems } from './personal-rules.ts'

/** What a user may claim about an entry that is, or should be, their own. */

type Asked = PersonalInfoDispute['items'][number]

const context = disputeContext({ report: detailedReport })
const name: Asked = {
  field: 'name',
  reportedValue: 'MAYA BROOKE',
  action: 'correct',
  correctValue: 'Maya Brooks',
  bureaus: ['TransUnion'],
}
const address: Asked = {
  field: 'address',
  reportedValue: '88 Canal Street, Reno, NV 89501-0042',
  action: 'remove',
  bureaus: ['TransUnion', 'Experian'],
}

const refusalOf = (items: Asked[], more: Partial<DisputeContext> = {}) => {
  try {
    resolvePersonalItems(items, { ...context, ...more })
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.fields]
    throw error
  }
  return null
}

describe('a dispute of personal information', () => {
  it.each(['government_id', 'other'] as const)('accepts a changed name with an enclosed %s', kind => {
    const married = { ...name, correctValue: 'Maya Whitfield' }
    expect(refusalOf([married], { enclosed: [{ kind, name: kind }] })).toBeNull()
  })

  it('accepts the name of the profile with a generation or a middle name without a document', () => {
    for (const correctValue of ['Maya Lynn Brooks', 'Maya Brooks Jr.'])
      expect(refusalOf([{ ...name, correctValue }])).toBeNull()
  })

  it('does not accept the user’s own current address as not theirs, in any spelling', () => {
    const home = { street: '88 Canal Street', city: 'Reno', state: 'NV', postal: '89501' }
    const at = profileDetails({ ...maya, address: home, phoneNumber: '+12025550143' })
    expect(refusalOf([address], { own: at })).toEqual([
      'invalid_request',
      { 'items.0.reportedValue': 'This is the same as in your profile.' },
    ])
    const unit = profileDetails({
      ...maya,
      address: { ...home, street: '88 Canal St Apt 2' },
      phoneNumber: '+12025550143',
    })
    expect(refusalOf([address], { own: unit })?.[0]).toBe('invalid_request')
    expect(
      refusalOf(
        [{ ...address, action: 'correct', correctValue: unit.address ?? '', bureaus: ['TransUnion'] }],
        { own: unit },
      ),
    ).toBeNull()
  })
})
