import { ApiError, errorMessage } from '#web/api-error.ts'

/** The panel's own messages, as specified. */
export const voiceTexts = {
  notProcessed: 'Failed to process voice request',
  notSent: 'Failed to send audio. Please try again.',
  noAudio: 'No audio to send',
  noMicrophone: 'Failed to access microphone. Please check permissions.',
  signedOut: 'Authentication required',
  noRecorder: 'This browser cannot record sound. Type your question instead.',
} as const

/** Why a question got no answer: the server's message if there is one. */
export const failureText = (error: unknown, spoken: boolean): string => {
  if (!(error instanceof ApiError)) return voiceTexts.notProcessed
  if (error.status === 401) return voiceTexts.signedOut
  return error.status === 0 && spoken ? voiceTexts.notSent : errorMessage(error)
}
