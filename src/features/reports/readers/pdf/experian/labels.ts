/** The headings and labels of Experian's report (evidence: docs/reference/report-formats.md). */

/** Headings of the sections; all that follows the last of them is not about the person. */
export const sectionHeadings = {
  'Personal Information': 'personal',
  Accounts: 'accounts',
  'Public Records': 'publicRecords',
  'Hard Inquiries': 'hard',
  'Soft Inquiries': 'soft',
  'Important Messages': 'end',
  'Contact Experian': 'end',
  'Know Your Rights': 'end',
  'Public Records Information': 'end',
  'Medical Information': 'end',
} as const

export const topLabels = {
  'Prepared For': 'name',
  'Personal & Confidential': 'confidential',
  'Date Generated': 'date',
  'Report Number': 'number',
  'At a Glance': 'glance',
} as const

export const personalHeadings = {
  Names: 'names',
  Addresses: 'addresses',
  'Social Security Numbers': 'ssn',
  'Social Security Number Variations': 'ssn',
  'SSN Variations': 'ssn',
  'Year of Birth': 'birth',
  'Phone Numbers': 'phones',
  'Spouse or Co-Applicant': 'spouse',
  Employers: 'employers',
  'Personal Statements': 'statements',
  'Other Records': 'others',
} as const

/** Headings within an account. */
export const accountHeadings = {
  'Account Info': 'info',
  'Payment History': 'history',
  'Balance Histories': 'balances',
  'Additional Info': 'more',
  'Historical Info': 'historical',
  'Contact Info': 'contact',
  Comment: 'comment',
  Comments: 'comment',
  'Your Statement': 'statement',
  'Reinvestigation Info': 'reinvestigation',
} as const

/** Below the heading `Account Info`, on the left and on the right. */
export const accountLabels = {
  'Account Name': 'creditor',
  'Account Number': 'number',
  'Account Type': 'type',
  Responsibility: 'responsibility',
  'Interest Type': 'interest',
  'Date Opened': 'opened',
  Status: 'status',
  'Status Updated': 'statusUpdated',
  Balance: 'balance',
  'Balance Updated': 'balanceUpdated',
  'Recent Payment': 'recentPayment',
  'Monthly Payment': 'monthlyPayment',
  'Credit Limit': 'limit',
  'Original Balance': 'original',
  'Highest Balance': 'highest',
  Terms: 'terms',
  'On Record Until': 'until',
} as const

export const historicalLabels = { 'Original Creditor': 'originalCreditor' } as const

export const contactLabels = { Address: 'address', 'Phone Number': 'phone' } as const

export const recordHeadings = { 'Record Details': 'details', 'Court Information': 'court' } as const

export const recordLabels = {
  'Record Type': 'type',
  'Reference Number': 'number',
  Responsibility: 'responsibility',
  'Date Filed': 'filed',
  'Date Resolved': 'resolved',
  'On Record Until': 'until',
} as const

export const courtLabels = { Court: 'court', ...contactLabels } as const
