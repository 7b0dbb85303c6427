/**
 * Where a server of the chaos may end itself with SIGKILL: before and after every step of mailing that leaves a trace
 * (security-reliability section 4, K1 to K9).
 */
export const killPoints = [
  /** K1: the request is committed, nobody has taken it on. */
  'requested',
  /** K2: the claim is committed. */
  'claimed',
  /** K3: no byte went out. */
  'before_send',
  /** K4: bytes are on their way. */
  'bytes_sent',
  /** K5: the answer is here and not written down. */
  'answered',
  /** K6: it is written down, and nothing was done after it. */
  'recorded',
  /** K7: a notice came and is not kept yet, or is kept and not answered. */
  'notice_came',
  'notice_kept',
  /** K8: a letter of a dispute is being printed. */
  'printing',
  /** K9: a look-up found the letter, and it is not adopted yet. */
  'found',
] as const
export type KillPoint = (typeof killPoints)[number]
