/** Where a server can kill itself with SIGKILL: before and after every step of mailing that leaves a trace. */
export const killPoints = [
  /** The request is committed, no worker has it. */
  'requested',
  /** The claim is committed. */
  'claimed',
  /** No byte was sent. */
  'before_send',
  /** Bytes are in flight. */
  'bytes_sent',
  /** The answer has arrived and is not recorded. */
  'answered',
  /** The answer is recorded, and nothing was done since. */
  'recorded',
  /** A webhook arrived and is not stored, or is stored and not answered. */
  'notice_came',
  'notice_kept',
  /** A letter of a dispute is being rendered. */
  'printing',
  /** A lookup found the letter, which is not adopted yet. */
  'found',
] as const
export type KillPoint = (typeof killPoints)[number]
