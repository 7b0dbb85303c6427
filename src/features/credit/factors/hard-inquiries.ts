import { showDate } from '#values/dates.ts'
import type { ShownInquiry } from '../applications.ts'
import type { Basis } from '../contract.ts'
import { type FactorMeasurement, rateMeasure } from '../factor-bands.ts'
import { type CreditFacts, isWithinMonths } from '../facts.ts'
import { type Advice, count } from '../wording.ts'

/** How long a hard inquiry counts (decisions section 5). */
const months = 24

const aboutInquiry = (inquiry: ShownInquiry): Advice => ({
  title: `Check the inquiry of ${inquiry.company}`,
  recommendation: `Check that you applied for credit with ${inquiry.company} on ${showDate(inquiry.date)}. If you did not, start a dispute.`,
  explanation: `${inquiry.bureau} lists it. An inquiry is a company asking for your file.`,
})

/** An inquiry as a row behind a number. */
export const inquiryBasis = (inquiry: ShownInquiry): Basis => ({
  label: inquiry.company,
  value: showDate(inquiry.date) ?? '-',
  inquiryId: inquiry.id,
  bureau: inquiry.bureau,
})

/** Distinct company and date in the 24 months before the report's date, newest first. */
export const recentInquiries = ({ inquiries, asOf }: CreditFacts): ShownInquiry[] =>
  asOf === null ? [] : inquiries.filter(inquiry => isWithinMonths(inquiry.date, months, asOf))

/** Applications for credit in the 24 months before the report's date (decisions section 5). */
export const measureHardInquiries = (facts: CreditFacts): FactorMeasurement | null => {
  if (!facts.hasFile || facts.asOf === null) return null
  const recent = recentInquiries(facts)
  const rating = rateMeasure('hard_inquiries', recent.length)
  return {
    id: 'hard_inquiries',
    measure: recent.length,
    value: String(recent.length),
    description:
      recent.length === 0
        ? `No application for credit in the ${months} months before ${showDate(facts.asOf)}.`
        : `${count(recent.length, 'application')} for credit in the ${months} months before ${showDate(facts.asOf)}.`,
    alerts: rating === 'fair' || rating === 'poor' ? recent.slice(0, 3).map(aboutInquiry) : [],
    basis: recent.map(inquiryBasis),
  }
}
