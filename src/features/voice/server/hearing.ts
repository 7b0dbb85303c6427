import { Refusal } from '#api/errors.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { type Language, notSetUp } from '#providers/language/port.ts'
import type { Log } from '#server/telemetry/log.ts'
import { isTooLong, recordingOf } from '../audio/recording.ts'

const notNow =
  'We could not turn your recording into words right now. Try again in a few minutes, or type your question.'

/** So many recordings of one person are listened to at once. */
const AT_ONCE = 2

/** Listens to recordings, at most two of a person at once; none is kept. */
export const hearingWith = ({ language, log }: { language: Language; log: Log }) => {
  const listening = new Map<string, number>()

  const transcribed = async (bytes: Uint8Array): Promise<string> => {
    const recording = recordingOf(bytes)
    if (recording === null) throw new Refusal('unreadable_recording')
    if (isTooLong(recording)) throw new Refusal('recording_too_long')
    try {
      return await language.transcribe({ bytes, container: recording.container })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.code === notSetUp) throw new Refusal('no_transcription')
      log.warn('a recording was not transcribed', { code: error.code })
      throw new Refusal('unavailable', { message: notNow })
    }
  }

  /** What was said. Refuses what is no recording, is too long, or holds no word. */
  return async (userId: string, bytes: Uint8Array): Promise<string> => {
    const busy = listening.get(userId) ?? 0
    if (busy >= AT_ONCE) throw new Refusal('rate_limited', { retryAfterSeconds: 10 })
    listening.set(userId, busy + 1)
    try {
      const said = await transcribed(bytes)
      if (said === '') throw new Refusal('nothing_heard')
      return said
    } finally {
      const left = (listening.get(userId) ?? 1) - 1
      if (left === 0) listening.delete(userId)
      else listening.set(userId, left)
    }
  }
}
