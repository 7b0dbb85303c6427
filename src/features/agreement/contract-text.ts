import { statement, statementAddress, statementTitle } from '#features/legal/statement.ts'
import { showLongDay } from '#values/dates.ts'

/** What clients of a credit repair organization sign and receive: the statement, the contract, the notice of cancellation. */

type TextSection = { heading: string; paragraphs: readonly string[] }

/** 15 U.S.C. 1679c(a): verbatim, and separate from everything else (1679c(b)). */
export type DisclosureText = { title: string; paragraphs: readonly string[]; address: readonly string[] }

export const disclosureText: DisclosureText = {
  title: statementTitle,
  paragraphs: statement,
  address: statementAddress,
}

/** The contract as offered; the signature adds who signs and when. */
export type ContractText = {
  version: string
  title: string
  lead: string
  /** The organization's name and principal business address (15 U.S.C. 1679d(b)(3)). */
  operator: { name: string; address: readonly string[] }
  sections: readonly TextSection[]
}

/** 15 U.S.C. 1679d(b)(4): in bold, close to the place of the signature. */
export const cancellationStatement =
  'You may cancel this contract without penalty or obligation at any time before midnight of the 3rd business day after the date on which you signed the contract. See the attached notice of cancellation form for an explanation of this right.'

const noPaymentBefore =
  'No money is charged or received for a service before that service is fully performed (15 U.S.C. 1679b(b)).'

/** The operator's settings and texts that make up a contract. */
type OperatorContract = {
  name: string
  postalAddress: readonly string[]
  creditRepairOrganization: {
    services: readonly string[]
    totalPayments: string
    paymentTerms: string
    guarantees: string
    estimatedDays: number
  } | null
  texts: {
    agreement?: { version: string; title: string; lead: string; sections: readonly TextSection[] }
  }
}

/**
 * The operator's contract, or null if it needs none. What the law requires of a contract (15 U.S.C. 1679d(b)) comes from
 * the settings, so that no text can leave it out; the operator's own terms follow.
 */
export const contractText = ({
  name,
  postalAddress,
  creditRepairOrganization: terms,
  texts: { agreement },
}: OperatorContract): ContractText | null => {
  if (terms === null || agreement === undefined) return null
  const { version, title, lead, sections } = agreement
  return {
    version,
    title,
    lead,
    operator: { name, address: postalAddress.filter(line => line !== name) },
    sections: [
      { heading: 'What we do for you', paragraphs: [terms.services.map(one => `- ${one}`).join('\n')] },
      { heading: 'What we guarantee', paragraphs: [terms.guarantees] },
      {
        heading: 'How long it takes',
        paragraphs: [`We estimate that these services take ${terms.estimatedDays} days.`],
      },
      {
        heading: 'What you pay',
        paragraphs: [
          `The total of all payments, to us and to anybody else: ${terms.totalPayments}`,
          terms.paymentTerms,
          noPaymentBefore,
        ],
      },
      ...sections,
    ],
  }
}

/** The notice of cancellation, 15 U.S.C. 1679e(b), verbatim: everything but its heading is bold. */
export const noticeOfCancellation = (
  { name, address }: ContractText['operator'],
  cancelDay: string,
): { heading: string; paragraphs: readonly string[] } => ({
  heading: 'Notice of Cancellation',
  paragraphs: [
    'You may cancel this contract, without any penalty or obligation, at any time before midnight of the 3rd day which begins after the date the contract is signed by you.',
    `To cancel this contract, mail or deliver a signed, dated copy of this cancellation notice, or any other written notice to ${name} at ${address.join(', ')} before midnight on ${showLongDay(cancelDay)}`,
    'I hereby cancel this transaction,',
  ],
})
