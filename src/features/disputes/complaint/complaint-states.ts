/** The progress of a dispute at one bureau, as far as it determines whether a complaint about it is accepted. */
export const complaintStates = [
  /** The bureau answered on every item. */
  'ended',
  /** Some item has no answer, and the 45 days have passed. */
  'time_passed',
  'waiting',
  /** Sent to the mail provider, not delivered yet. */
  'on_the_way',
  'not_mailed',
  'came_back',
] as const
export type ComplaintState = (typeof complaintStates)[number]
