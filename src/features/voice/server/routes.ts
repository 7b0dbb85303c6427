import { AppError } from '#api/errors.ts'
import { loadSnapshotInput } from '#features/credit/server/store.ts'
import { listDisputes } from '#features/disputes/server/find-disputes.ts'
import { requireUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { reportThreads } from '#platform/threads.ts'
import type { Language } from '#providers/language/port.ts'
import { dayIn } from '#values/dates.ts'
import { MAX_QUESTION_LENGTH, type voice } from '../contract.ts'
import { redact } from '../redaction.ts'
import type * as computed from './computed.ts'
import { isComputedAnswer } from './computed.ts'
import { createRewriter, createTranscriber } from './language.ts'

export type VoiceDeps = {
  db: Database
  keyring: Keyring
  log: Log
  limits: RateLimits
  timeZone: string
  support: { email: string; phone: string | null }
  language: Language
}

const computedAnswer = reportThreads.define<typeof computed.computedAnswer>(
  new URL('./computed.ts', import.meta.url),
  'computedAnswer',
  isComputedAnswer,
)

/** A spoken question may be longer than a typed one; more than this is no question. */
const LONGEST_HEARD = 4 * MAX_QUESTION_LENGTH

/** Answers questions from what the plan shows. Neither the recording nor the question nor the answer is kept or logged. */
export const voiceRoutes = (deps: VoiceDeps): Handlers<typeof voice> => {
  const { db, keyring, limits, timeZone, support } = deps
  const heardIn = createTranscriber(deps)
  const worded = createRewriter(deps)

  const questionOf = async (userId: string, typed: string | undefined, bytes: Uint8Array | undefined) => {
    if (bytes === undefined) {
      if (typed === undefined)
        throw new AppError('invalid_request', { fields: { question: 'Type a question' } })
      return redact(typed)
    }
    if (typed !== undefined)
      throw new AppError('invalid_request', {
        fields: { question: 'Send a recording or a question, not both' },
      })
    await limits.consume('recording', { person: userId })
    return redact((await heardIn(bytes)).slice(0, LONGEST_HEARD))
  }

  return {
    ask: async ({ principal, body, file, now, audit }) => {
      const person = await requireUser(db, keyring, principal.userId)
      const question = await questionOf(person.id, body.question, file?.bytes)
      const toShowNow = await loadSnapshotInput({ db, keyring, timeZone }, person, now)
      const disputes = await listDisputes(db, keyring, person.id, { today: dayIn(timeZone, now), timeZone })
      await audit(db, toShowNow.packed === null ? {} : { objectId: toShowNow.packed.meta.id })
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
