/** How long a mailing waits for what, in milliseconds, and how often it is tried: configuration (security-reliability D12). */
export type MailTimes = {
  /** A worker that says nothing for this long has ended; longer than any call to the provider. */
  lease: number
  /** One call that hands a letter over. */
  call: number
  /** After an unclear end: a slow first call may still finish. */
  settle: number
  /**
   * The same after a worker was not heard of again. It may only have stood still, and then its call begins late: up to
   * `lease - call` after its claim it still makes one, and what it stood still for after that last look, and what the
   * provider takes for a call that was given up, must both be over before anybody looks.
   */
  settleLost: number
  /** While a key is younger than this it names the same letter at the provider (Lob keeps keys 24 hours). */
  keyLife: number
  /** Between two look-ups that must both find nothing before a new key is made. */
  lookUpsApart: number
  /** The first wait after nothing was done; doubled up to the longest. */
  firstWait: number
  longestWait: number
  /** The same of a look-up that had no clear answer: nothing is done by asking again soon, and an unclear letter waits for it. */
  firstLookUpWait: number
  longestLookUpWait: number
  /** A letter that could not be handed over for this long waits for an operator. */
  patience: number
  /** So many unclear ends, and it waits for an operator. */
  unclearEnds: number
  /** While the provider takes nothing from us it is tried again this often. */
  hold: number
  /** While sending is paused, since the provider fails steadily, one letter is tried this often. */
  probe: number
  /** After a restore every first call is preceded by a look-up, for this long. */
  watchful: number
  /** How far back letters are looked for after a restore: a copy may be that old. */
  restored: number
  /** How far back the nightly comparison goes. */
  compared: number
  /** A letter that nothing is heard of is asked about after this, and then again after the longer wait. */
  silent: number
  asked: number
  /** How often a server looks for what is due. */
  look: number
  /** So many calls in this time from all servers together. */
  calls: number
  callsIn: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const defaultMailTimes: MailTimes = {
  lease: 90 * SECOND,
  call: 45 * SECOND,
  settle: 60 * SECOND,
  // 45 s until the last look, 70 s of standing still, 90 s at the provider: 205 s after the claim, and this is 210.
  settleLost: 120 * SECOND,
  keyLife: 20 * HOUR,
  lookUpsApart: 30 * MINUTE,
  firstWait: 2 * SECOND,
  longestWait: HOUR,
  firstLookUpWait: SECOND,
  longestLookUpWait: 5 * MINUTE,
  patience: 3 * DAY,
  unclearEnds: 12,
  hold: 15 * MINUTE,
  probe: 30 * SECOND,
  watchful: 2 * DAY,
  restored: 30 * DAY,
  compared: 7 * DAY,
  silent: 3 * DAY,
  asked: 7 * DAY,
  look: 2 * SECOND,
  // Lob takes 150 in 5 seconds of a key and an endpoint (lob-openapi 1.22.0, rate limiting): any 5 touch 21 of these times,
  // so at most 147.
  calls: 7,
  callsIn: SECOND / 4,
}
