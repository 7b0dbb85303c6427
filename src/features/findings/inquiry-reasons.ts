/** Why an inquiry may be disputed; a finding suggests one, a dispute gives it (decisions section 3). */
export const inquiryReasons = [
  'no_application',
  'identity_theft',
  'not_hard',
  'duplicate',
  'wrong_date',
  'too_old',
  'other',
] as const
export type InquiryReason = (typeof inquiryReasons)[number]
