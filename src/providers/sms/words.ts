/** Of a text whose answer was lost. */
export const lostWords =
  'We could not confirm that the text went out. If it does not arrive, ask for a new code.'
