import { accountLabelTable } from '../readers/pdf/equifax/account-blocks.ts'
import * as experian from '../readers/pdf/experian/labels.ts'
import { createLabels } from '../readers/pdf/labels.ts'
import { transUnionWords } from '../readers/pdf/transunion/labels.ts'

/**
 * The labels and headings of all layouts: the only words that a description of a report's shape may hold. Those that stand as
 * values as well, such as `Collection`, are none of them.
 */

const split = (list: string): string[] => list.split('|').map(text => text.trim())

const equifax = split(
  'Prepared for|Confirmation #|Report Date|Average Account Age|Length of Credit History|Oldest Account|Most Recent Account|' +
    'Summary|Personal Information|Credit Accounts|Inquiries|Public Records|Dispute File Information|' +
    'Social Security Number|Date of Birth|Former Name(s)|Former Address(es)|Consumer File Notices|Consumer Statement|' +
    'Narrative Code Description|Payment History|24 Month History|Paid on Time|Company Information|' +
    'Inquiry Type|Inquiry Date(s)',
)

const pages = split(
  'Reference #|Report Date|Credit Report Date|Name|Also Known As|Former|Date of Birth|Current Address(es)|Current Address|' +
    'Previous Address(es)|Previous Address|Employers|Employer|Date Updated|Consumer Statement|Credit Score|Lender Rank|' +
    'Score Scale|Risk Factors|Total Accounts|Open Accounts|Closed Accounts|Balances|Payments|' +
    'Public Records|Inquiries(2 years)|Inquiries (2 years)|Inquiries (2 Years)|Account #|Account Type|Account Type - Detail|' +
    'Bureau Code|Account Status|Monthly Payment|Date Opened|Balance|No. of Months (terms)|High Credit|Credit Limit|Past Due|' +
    'Payment Status|Last Reported|Comments|Date Last Active|Date of Last Payment|High Balance|Last Verified|' +
    'Date of Last Activity|Date Reported|Balance Owed|Closed Date|Account Rating|Account Description|Dispute Status|' +
    'Creditor Type|Creditor Remarks|Payment Amount|Last Payment|Term Length|Past Due Amount|Payment Frequency|' +
    'Original Creditor|Two-Year payment history|Two-Year Payment History|Days Late - 7 Year History|Month|Year|' +
    'Personal Information|Summary|Account History|Inquiries|Public Information|Creditor Contacts|Creditor Name|' +
    'Type of Business|Date of inquiry|Date of Inquiry|Credit Bureau|Phone Number|Address|Type|Status|' +
    'Date Filed/Reported|Closing Date|Asset Amount|Court|Liability|Exempt Amount|Remarks|TransUnion|Transunion|' +
    'Experian|Equifax|Back to Top',
)

const known = new Set([
  ...transUnionWords,
  ...Object.values(experian).flatMap(table => Object.keys(table)),
  ...Object.keys(accountLabelTable),
  ...equifax,
  ...pages,
])

export const knownLabels = createLabels(Object.fromEntries([...known].map(text => [text, text])))

const inSmallLetters = new Map([...known].map(text => [text.toLowerCase(), text]))

/** The label or heading that a whole text is, in any case, with or without a colon. */
export const knownText = (text: string): string | null =>
  inSmallLetters.get(text.trimEnd().replace(/:$/, '').trimEnd().replaceAll(/\s+/g, ' ').toLowerCase()) ?? null
