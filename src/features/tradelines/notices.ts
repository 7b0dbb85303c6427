/** What a person must know of tradelines before she asks for any. Sources stand in docs/tradelines.md. */
export const notices = [
  "A tradeline is someone else's card that you are added to. It can affect each score differently. We cannot promise a change.",
  'Lenders may discount or ignore such accounts, mortgage lenders most of all.',
  'It is for a time: usually two reporting cycles, then the account leaves your report again.',
  'Most card issuers forbid selling a place on a card and may close the account.',
  'Never name such an account as your own credit on a loan application. A false statement to a lender is a crime.',
  'Use no other number in place of your Social Security number.',
  'You pay nothing here, and no credit repair company may charge you before its work is done.',
] as const
