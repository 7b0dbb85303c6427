/**
 * Complaints to the Consumer Financial Protection Bureau: where to file them, and when one about a bureau's dispute is
 * accepted. The rule is from the Bureau's "Credit and consumer reporting complaint notice", which the form has shown since
 * February 4, 2026: consumers attest that they disputed with the agency "more than 45 days ago or that your dispute
 * with the CRA is no longer pending".
 */

export const complaintPage = 'https://www.consumerfinance.gov/complaint/'

export const complaintNotice =
  'https://www.consumerfinance.gov/complaint/credit-and-consumer-reporting-complaint-notice-2'

/** Shown wherever the product mentions such a complaint, after the name is spelled out. */
export const complaintRule =
  'The CFPB takes a complaint about wrong information at a credit bureau only after you disputed it there, when that dispute has ended or was made more than 45 days ago.'

/** What the consumer confirms in the form. */
export const complaintAttestation =
  'that what you say is true to the best of your knowledge, and that your dispute has ended or was made more than 45 days ago'
