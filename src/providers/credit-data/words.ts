/** What a person reads when the bureaus answered that they know nobody of these details. */
export const noFileMessage =
  'None of the three bureaus found a credit file under your name, date of birth, address and Social Security number.'
