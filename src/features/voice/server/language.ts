import { AppError } from '#api/errors.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { isTooLong, parseRecording } from '#providers/language/audio/recording.ts'
import { type Language, NOT_CONFIGURED } from '#providers/language/port.ts'
import type { QuestionAnswer } from '../answer-question.ts'
import { isSafeToSend, makesSameClaims, maskNames, unmaskNames } from '../redaction.ts'

const notNow =
  'We could not turn your recording into words right now. Try again in a few minutes, or type your question.'

/** Recordings are never stored. */
export const createTranscriber = ({ language, log }: { language: Language; log: Log }) => {
  const transcribed = async (bytes: Uint8Array): Promise<string> => {
    const recording = parseRecording(bytes)
    if (recording === null) throw new AppError('unreadable_recording')
    if (isTooLong(recording)) throw new AppError('recording_too_long')
    try {
      return await language.transcribe({ bytes, container: recording.container })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.code === NOT_CONFIGURED) throw new AppError('no_transcription')
      log.warn('a recording was not transcribed', { code: error.code })
      throw new AppError('unavailable', { message: notNow })
    }
  }

  return async (bytes: Uint8Array): Promise<string> => {
    const said = await transcribed(bytes)
    if (said === '') throw new AppError('nothing_heard')
    return said
  }
}

/**
 * Has a model reword an answer from the report. Our text is used if the model fails or makes another claim. Neither the
 * question nor a name leaves.
 */
export const createRewriter =
  ({ language, log }: { language: Language; log: Log }) =>
  async (
    { text, fixed }: Pick<QuestionAnswer, 'text' | 'fixed'>,
    names: readonly string[],
  ): Promise<string> => {
    if (fixed || language.sandbox) return text
    const ours = maskNames(text, names)
    if (!isSafeToSend(ours.text)) return text
    try {
      const worded = await language.reword(ours.text)
      if (worded === null) return text
      if (makesSameClaims(worded, ours.text)) return unmaskNames(worded, ours.names)
      log.info('a wording said something else and was not used')
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn('an answer was not worded', { code: error.code })
    }
    return text
  }
