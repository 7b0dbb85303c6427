import { AppError } from '#api/errors.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { isTooLong, parseRecording } from '#providers/language/audio/recording.ts'
import { type Language, NOT_CONFIGURED } from '#providers/language/port.ts'

const notNow =
  'We could not turn your recording into words right now. Try again in a few minutes, or type your question.'

/** Listens to recordings; none is kept. How many of one person at once, the contract says. */
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

  /** What was said. Refuses what is no recording, is too long, or holds no word. */
  return async (bytes: Uint8Array): Promise<string> => {
    const said = await transcribed(bytes)
    if (said === '') throw new AppError('nothing_heard')
    return said
  }
}
