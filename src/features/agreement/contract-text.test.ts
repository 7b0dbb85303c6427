import { expect, it } from 'vitest'
import { cancellationStatement, contractText, noticeOfCancellation } from './contract-text.ts'

const operator = {
  name: 'Harbor Credit Help',
  postalAddress: ['Harbor Credit Help', '4 Quay Road', 'Portland, ME 04101'],
  creditRepairOrganization: {
    services: ['We read your reports.', 'We draft letters.'],
    totalPayments: '$300, once',
    paymentTerms: 'By card.',
    guarantees: 'None.',
    estimatedDays: 90,
  },
  texts: { agreement: { version: '2026-11-01', title: 'Agreement', lead: 'Lead.', sections: [] } },
}

it('has in every contract what 15 U.S.C. 1679d(b) requires, from the settings', () => {
  const text = contractText(operator)
  expect(text?.operator).toEqual({
    name: 'Harbor Credit Help',
    address: ['4 Quay Road', 'Portland, ME 04101'],
  })
  expect(text?.sections.map(({ paragraphs }) => paragraphs)).toEqual([
    ['- We read your reports.\n- We draft letters.'],
    ['None.'],
    ['We estimate that these services take 90 days.'],
    [
      'The total of all payments, to us and to anybody else: $300, once',
      'By card.',
      'No money is charged or received for a service before that service is fully performed (15 U.S.C. 1679b(b)).',
    ],
  ])
  expect(contractText({ ...operator, creditRepairOrganization: null })).toBeNull()
})

// Compared with the United States Code, title 15, sections 1679d(b)(4) and 1679e(b).
it('has the statement and the notice of cancellation as the law prescribes them', () => {
  expect(cancellationStatement).toBe(
    'You may cancel this contract without penalty or obligation at any time before midnight of the 3rd business day after the date on which you signed the contract. See the attached notice of cancellation form for an explanation of this right.',
  )
  expect(
    noticeOfCancellation({ name: 'Harbor', address: ['4 Quay Road', 'Portland'] }, '2026-12-02'),
  ).toEqual({
    heading: 'Notice of Cancellation',
    paragraphs: [
      'You may cancel this contract, without any penalty or obligation, at any time before midnight of the 3rd day which begins after the date the contract is signed by you.',
      'To cancel this contract, mail or deliver a signed, dated copy of this cancellation notice, or any other written notice to Harbor at 4 Quay Road, Portland before midnight on December 2, 2026',
      'I hereby cancel this transaction,',
    ],
  })
})
