import { Refusal } from '#api/errors.ts'
import { toShow } from '#features/credit/server/store.ts'
import { disputesOf } from '#features/disputes/server/store.ts'
import { signedInPerson } from '#features/identity/server/store.ts'
import { apart } from '#platform/apart.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { Limits } from '#platform/http/limits.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Language } from '#providers/language/port.ts'
import { dayIn } from '#values/dates.ts'
import { LONGEST_QUESTION, type voice } from '../contract.ts'
import { redact } from '../redact.ts'
import type * as computed from './computed.ts'
import { isComputedAnswer } from './computed.ts'
import { hearingWith } from './hearing.ts'
import { wordingWith } from './wording.ts'

export type VoiceDeps = {
  db: Database
  vault: Vault
  log: Log
  limits: Limits
  timeZone: string
  support: { email: string; phone: string | null }
  language: Language
}

const computedAnswer = apart<typeof computed.computedAnswer>(
  new URL('./computed.ts', import.meta.url),
  'computedAnswer',
  isComputedAnswer,
)

/** A spoken question may be longer than a typed one; more than this is no question. */
const LONGEST_HEARD = 4 * LONGEST_QUESTION

/** Answers questions from what the plan shows. Neither the recording nor the question nor the answer is kept or logged. */
export const voiceRoutes = (deps: VoiceDeps): Answers<typeof voice> => {
  const { db, vault, limits, timeZone, support } = deps
  const heardIn = hearingWith(deps)
  const worded = wordingWith(deps)

  const questionOf = async (userId: string, typed: string | undefined, bytes: Uint8Array | undefined) => {
    if (bytes === undefined) {
      if (typed === undefined)
        throw new Refusal('invalid_request', { fields: { question: 'Type a question' } })
      return redact(typed)
    }
    if (typed !== undefined)
      throw new Refusal('invalid_request', {
        fields: { question: 'Send a recording or a question, not both' },
      })
    await limits.spend('recording', { person: userId })
    return redact((await heardIn(bytes)).slice(0, LONGEST_HEARD))
  }

  return {
    ask: async ({ caller, body, file, now, note }) => {
      const person = await signedInPerson(db, vault, caller.userId)
      const question = await questionOf(person.id, body.question, file?.bytes)
      const toShowNow = await toShow({ db, vault, timeZone }, person, now)
      const disputes = await disputesOf(db, vault, person.id, { today: dayIn(timeZone, now), timeZone })
      await note(db, toShowNow.meta === null ? {} : { objectId: toShowNow.meta.id })
      const { answered, names } = await computedAnswer({
        question,
        toShow: toShowNow,
        known: { disputes, support },
        worded: !deps.language.sandbox,
      })
      return {
        answer: `${answered.lead}${await worded(answered, names)}`,
        transcript: question,
        citations: [...answered.citations],
        ways: [...answered.ways],
        ...(answered.choices.length > 0 && {
          choices: answered.choices.map(({ question: choice }) => ({ question: choice })),
        }),
      }
    },
  }
}
