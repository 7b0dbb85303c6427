/** Where an answer can lead: a flow of the product, the person behind it, or help outside, by its name on the wire. */
export const nextSteps = [
  'dispute',
  'freeze',
  'documents',
  'disputes',
  'profile',
  'support',
  'identity_theft_report',
  'annual_report',
  'cfpb_complaint',
  'crisis_line',
  'abuse_line',
  'import',
] as const
export type NextStep = (typeof nextSteps)[number]
