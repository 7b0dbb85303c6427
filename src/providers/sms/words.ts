/** Of a text whose answer was lost. */
export const unconfirmedMessage =
  'We could not confirm that the text went out. If it does not arrive, ask for a new code.'
/** Of a number that answered STOP. */
export const optedOutMessage =
  'This number asked us to stop texting it. Text START to our number, then ask again.'
