import { defaultMessage, type ErrorCode, errorCodes } from '#api/errors.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import type { FollowUpDispute, Outcome } from '#features/disputes/dispute-requests.ts'

/** Rounds: the next lawful letters of many clients, prepared together, confirmed by each client, then mailed together. */

/** The follow-ups of a round: only steps whose letters need nothing that only the client knows. */
export const roundSteps = ['how_verified', 'result'] as const
export type RoundStep = (typeof roundSteps)[number]

export type RoundRule = {
  kind: FollowUpDispute['kind']
  /** The recorded answers that it follows up. */
  outcomes: readonly Outcome[]
  name: string
  about: string
}

/**
 * How an item was verified: 15 U.S.C. 1681i(a)(6)(B)(iii) and (a)(7). A result that did not arrive in time: 1681i(a)(1)
 * and (a)(6)(A). `listFollowUpSteps` decides which are open.
 */
export const roundRules: Readonly<Record<RoundStep, RoundRule>> = {
  how_verified: {
    kind: 'method_of_verification',
    outcomes: ['verified'],
    name: 'Ask how items were verified',
    about: 'For items that a bureau answered as verified.',
  },
  result: {
    kind: 'dispute_again',
    outcomes: ['no_answer'],
    name: 'Ask for results that did not come',
    about: 'For items with "No answer" on record whose time is over.',
  },
}

/** The letters that a round prepares for a client. `disputes` include their open steps. */
export const listRoundLetters = (
  disputes: readonly Pick<Dispute, 'id' | 'items' | 'awaitingAttestation'>[],
  step: RoundStep,
): { disputeId: string; body: FollowUpDispute }[] => {
  const { kind, outcomes } = roundRules[step]
  return disputes.flatMap(({ id: disputeId, items, awaitingAttestation }) =>
    awaitingAttestation
      ? []
      : items.flatMap(({ id: itemId, steps, answers }) => {
          const open = steps.filter(one => one.kind === kind).flatMap(one => one.bureaus)
          const bureaus = [...new Set(open)].filter(bureau =>
            answers.some(answer => answer.bureau === bureau && outcomes.includes(answer.outcome)),
          )
          return bureaus.length === 0 ? [] : [{ disputeId, body: { kind, itemId, bureaus } }]
        }),
  )
}

/** Whether a lead must approve a round. `waiting`: nothing is prepared, and no client is notified. */
export const roundApprovals = ['none', 'waiting', 'approved', 'declined'] as const

/**
 * The state of a client in a round. `waiting` and `mailing`: a job is working on it. `prepared`: letters wait for the
 * client, or to be mailed.
 */
export const roundClientStates = ['waiting', 'prepared', 'skipped', 'mailing', 'mailed'] as const
export type RoundClientState = (typeof roundClientStates)[number]

/**
 * The text message asking a client to confirm, which needs a separate consent (47 U.S.C. 227(b)(1)(A)(iii)). `waiting`: a
 * job will send it.
 */
export const roundTexts = ['waiting', 'sent', 'no_consent', 'failed'] as const
export type RoundText = (typeof roundTexts)[number]

/** The limit of clients in one round. */
export const MAX_CLIENTS = 100

/** Why a round skips a client, in addition to the refusals of letters and mailing. */
const own = {
  leaving: 'This client asked for their account to be deleted.',
  not_own_client: 'Another manager is responsible for this client.',
  not_allowed: 'This client works here. Staff prepare nothing for them.',
  nothing_due: 'Nothing of this kind is due any more: an answer or a report changed, or the letter exists.',
  no_mailing_consent: 'The client has not agreed, or no longer agrees, that staff mail letters.',
  attestation_needed: 'The client has not confirmed the letters.',
  declined: 'A lead declined this round.',
  staff_disabled: 'The manager who began the round no longer works here.',
} as const

export type RoundRefusal = keyof typeof own | ErrorCode

/** Refusals are stored as codes; a code of another release may be unknown here. */
export const isRoundRefusal = (text: string): text is RoundRefusal =>
  isOwn(text) || errorCodes.some(code => code === text)

const isOwn = (refusal: string): refusal is keyof typeof own => refusal in own

export const roundRefusalMessage = (refusal: RoundRefusal): string => {
  if (refusal === 'repeats_dispute')
    return 'Another letter of this client says the same. Open their account to mail this one too.'
  return isOwn(refusal) ? own[refusal] : `Refused for this client: ${defaultMessage(refusal)}`
}
