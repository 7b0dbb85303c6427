import { ApiError, errorMessage } from '#web/api-error.ts'

/** The panel's own messages, to the letter. */
export const voiceTexts = {
  notProcessed: 'Failed to process voice request',
  notSent: 'Failed to send audio. Please try again.',
  noAudio: 'No audio to send',
  noMicrophone: 'Failed to access microphone. Please check permissions.',
  signedOut: 'Authentication required',
  noRecorder: 'This browser cannot record sound. Type your question instead.',
} as const

/** What is said when a question got no answer: the service's own words where it gave some. */
export const failureText = (error: unknown, spoken: boolean): string => {
  if (!(error instanceof ApiError)) return voiceTexts.notProcessed
  if (error.status === 401) return voiceTexts.signedOut
  return error.status === 0 && spoken ? voiceTexts.notSent : errorMessage(error)
}
