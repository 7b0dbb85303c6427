import { AppError, NotOffered } from '#api/errors.ts'
import { loadSnapshotInput } from '#features/credit/server/store.ts'
import { listDisputes } from '#features/disputes/server/find-disputes.ts'
import { requireUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { reportThreads } from '#platform/threads.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { isTooLong, parseRecording } from '#providers/language/audio/recording.ts'
import type { Language } from '#providers/language/port.ts'
import type { Capabilities } from '#values/capabilities.ts'
import { dayIn } from '#values/dates.ts'
import { MAX_QUESTION_LENGTH, type voice } from '../contract.ts'
import { isSafeToSend, makesSameClaims, maskNames, redact, unmaskNames } from '../redaction.ts'
import type * as computed from './computed.ts'
import type { ComputedAnswer } from './computed.ts'

type VoiceDeps = {
  db: Database
  keyring: Keyring
  log: Log
  limits: RateLimits
  timeZone: string
  support: { name: string; email: string; phone: string | null }
  /** Null without a language provider. */
  language: Language | null
  capabilities: Pick<Capabilities, 'voice' | 'pulls'>
}

const computedAnswer = reportThreads.define<typeof computed.computedAnswer>(
  new URL('./computed.ts', import.meta.url),
  'computedAnswer',
  (value): value is ComputedAnswer =>
    typeof value === 'object' && value !== null && 'answered' in value && 'names' in value,
)

/** A spoken question may be longer than a typed one. */
const MAX_TRANSCRIPT_LENGTH = 4 * MAX_QUESTION_LENGTH

const notNow =
  'We could not turn your recording into words right now. Try again in a few minutes, or type your question.'

type LanguageDeps = Pick<VoiceDeps, 'language' | 'log'>

const transcribe = async ({ language, log }: LanguageDeps, bytes: Uint8Array): Promise<string> => {
  const recording = parseRecording(bytes)
  if (recording === null) throw new AppError('unreadable_recording')
  if (isTooLong(recording)) throw new AppError('recording_too_long')
  const transcribeAudio = language?.transcribe ?? null
  if (transcribeAudio === null) throw new AppError('no_transcription')
  const text = await transcribeAudio({ bytes, container: recording.container }).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn('a recording was not transcribed', { code: error.code })
    throw new AppError('unavailable', { message: notNow })
  })
  if (text === '') throw new AppError('nothing_heard')
  return text
}

/**
 * Lets a model reword an answer from the report. Our text is used if the model fails or makes another claim. Neither the
 * question nor a name is sent.
 */
const reword = async (
  { language, log }: LanguageDeps,
  { answered: { text, fixed }, names }: ComputedAnswer,
): Promise<string> => {
  if (fixed || language === null) return text
  const masked = maskNames(text, names)
  if (!isSafeToSend(masked.text)) return text
  try {
    const reworded = await language.reword(masked.text)
    if (reworded === null) return text
    if (makesSameClaims(reworded, masked.text)) return unmaskNames(reworded, masked.names)
    log.info('a rewording changed the claims and was not used')
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn('an answer was not reworded', { code: error.code })
  }
  return text
}

/**
 * Answers questions from what the plan shows. Neither the recording nor the question nor the answer is stored or logged.
 */
export const voiceRoutes = (deps: VoiceDeps): Handlers<typeof voice> => {
  const { db, keyring, limits, timeZone, support, language } = deps

  const readQuestion = async (userId: string, typed: string | undefined, bytes: Uint8Array | undefined) => {
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
    return redact((await transcribe(deps, bytes)).slice(0, MAX_TRANSCRIPT_LENGTH))
  }

  return {
    ask: async ({ principal, body, file, now, audit }) => {
      if (!deps.capabilities.voice) throw new NotOffered('The voice helper is not offered here.')
      const user = await requireUser(db, keyring, principal.userId)
      const question = await readQuestion(user.id, body.question, file?.bytes)
      const snapshot = await loadSnapshotInput(deps, user, now)
      const disputes = await listDisputes(db, keyring, user.id, { today: dayIn(timeZone, now), timeZone })
      await audit(db, snapshot.packed === null ? {} : { objectId: snapshot.packed.meta.id })
      const computed = await computedAnswer({
        question,
        snapshot,
        known: { disputes, support },
        needsNames: language !== null,
      })
      const { lead, citations, ways, choices, examples } = computed.answered
      const offered = choices.length > 0 ? choices : examples
      return {
        answer: `${lead}${await reword(deps, computed)}`,
        transcript: question,
        citations: [...citations],
        ways: [...ways],
        ...(offered.length > 0 && { choices: offered.map(({ question: text }) => ({ question: text })) }),
      }
    },
  }
}
