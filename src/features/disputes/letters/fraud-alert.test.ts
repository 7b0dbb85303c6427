import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { maya } from '#test/support/reports/disputed-report.ts'
import { bureaus } from '#values/bureau.ts'
import { buildFraudAlertDispute } from '../build-dispute.ts'
import type { FraudAlertDispute } from '../dispute-requests.ts'
import { alertAddresses } from '../envelope.ts'
import { alertLastsUntil, fraudAlerts } from '../fraud-alert-rules.ts'
import type { Enclosure } from './enclosures.ts'
import { letterText } from './letter.ts'

const report: Enclosure = { kind: 'identity_theft_report', name: 'FTC report' }
const license: Enclosure = { kind: 'government_id', name: 'License' }
const phone = '+12025550143'

const build = (asked: Partial<FraudAlertDispute>, enclosed: readonly Enclosure[] = [report]) =>
  buildFraudAlertDispute({ alert: 'initial', bureau: 'Experian', ...asked }, phone, {
    sender: maya,
    reportDate: null,
    sandbox: false,
    enclosed,
    today: '2026-11-20',
  })

const textFor = (...asked: Parameters<typeof build>): string =>
  build(...asked)
    .letters.map(letterText)
    .join()

describe('the letter for a fraud alert', () => {
  it('reads like this', () => {
    const asked = { alert: 'extended', bureau: 'Equifax', givePhone: true, askFile: true } as const
    expect(textFor(asked, [report, license])).toBe(`Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

Equifax Information Services LLC
P.O. Box 105069
Atlanta, GA 30348-5069

November 20, 2026

Re: Request for an extended fraud alert

I am a victim of identity theft and enclose a copy of my identity theft report. Please include an extended fraud alert in my Equifax file for seven years, under section 605A(b)(1) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(b)(1).

Please include this telephone number in the alert, for verifying my identity: (202) 555-0143.

Please refer the alert to TransUnion and Experian, as section 605A(b)(1)(C) provides.

Please confirm the alert in writing at the address above. Please also send me one of the two free copies of my file that section 605A(b)(2) provides within 12 months of the alert.

My details below and the enclosed copies identify me.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Enclosed: copy of identity theft report; copy of government ID

Sincerely,

Maya Brooks`)
  })

  it.each([
    ['initial', '605A(a)(1)', 'for at least one year', '605A(a)(1)(B)', 'the free copy of my file'],
    ['extended', '605A(b)(1)', 'for seven years', '605A(b)(1)(C)', 'the two free copies of my file'],
    ['active_duty', '605A(c)', 'for at least 12 months', '605A(c)(3)', null],
  ] as const)('for an alert that is %s names its own paragraphs', (alert, section, time, refer, copies) => {
    const text = textFor({ alert, bureau: 'TransUnion' })
    expect(text).toContain(`${time}, under section ${section}`)
    expect(text).toContain(`Please refer the alert to Experian and Equifax, as section ${refer} provides.`)
    if (copies === null) expect(text).not.toContain('copies of my file')
    else expect(text).toContain(`Please tell me how I can get ${copies}`)
  })

  it('contains only the chosen personal details, and is sent to one bureau at its address for alerts', () => {
    const chosen = fc.record({
      alert: fc.constantFrom(...fraudAlerts),
      bureau: fc.constantFrom(...bureaus),
      givePhone: fc.boolean(),
      askFile: fc.boolean(),
      hasId: fc.boolean(),
    })
    fc.assert(
      fc.property(chosen, ({ hasId, ...asked }) => {
        const askFile = asked.alert !== 'active_duty' && asked.askFile
        const { letters } = build({ ...asked, askFile }, [report, ...(hasId ? [license] : [])])
        const [letter, ...more] = letters
        if (letter === undefined) throw new Error('no letter')
        const text = letterText(letter)
        expect(more).toEqual([])
        expect([letter.bureau, letter.recipient]).toEqual([
          asked.bureau,
          [...alertAddresses[asked.bureau].lines],
        ])
        expect(text.includes('(202) 555-0143')).toBe(asked.givePhone)
        expect(text.includes('I am a victim of identity theft')).toBe(asked.alert === 'extended')
        expect(text.includes('I suspect in good faith')).toBe(asked.alert === 'initial')
        expect(text.includes('active duty')).toBe(asked.alert === 'active_duty')
        expect(text.includes('Please also send me')).toBe(askFile)
        expect(text.includes('the enclosed copies identify me')).toBe(hasId)
        expect(text).not.toMatch(/\d{3}-\d{2}-\d{4}|null|undefined/)
        for (const other of bureaus.filter(one => one !== asked.bureau)) expect(text).toContain(other)
      }),
    )
  })
})

const refusalOf = (act: () => unknown) => {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof AppError) return [error.code, Object.keys(error.fields ?? {})]
    throw error
  }
}

describe('an alert is refused', () => {
  it.each([
    [
      'when it is extended, without a report',
      { alert: 'extended' },
      [license],
      'document_needed',
      'documentIds',
    ],
    [
      'when it is of active duty and asks for a copy',
      { alert: 'active_duty', askFile: true },
      [],
      'invalid_request',
      'askFile',
    ],
  ] as const)('%s', (_name, asked, enclosed, code, field) => {
    expect(refusalOf(() => build(asked, enclosed))).toEqual([code, [field]])
  })
})

it.each([
  ['initial', '2026-11-20', '2027-11-20'],
  ['active_duty', '2026-11-20', '2027-11-20'],
  ['extended', '2026-11-20', '2033-11-20'],
  ['initial', '2028-02-29', '2029-02-28'],
] as const)('an alert that is %s, asked for on %s, stays at least through %s', (alert, on, until) => {
  expect(alertLastsUntil(alert, on)).toBe(until)
})
