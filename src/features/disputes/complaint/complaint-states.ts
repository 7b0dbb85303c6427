/** How far a dispute at one bureau is, as far as it decides whether a complaint about it is taken. */
export const complaintStates = [
  /** The bureau answered on every item. */
  'ended',
  /** No answer to every item, and the 45 days are over. */
  'time_passed',
  'waiting',
  /** Handed over to be mailed, with no day of arrival yet. */
  'on_the_way',
  'not_mailed',
  'came_back',
] as const
export type ComplaintState = (typeof complaintStates)[number]
