/** The recorder's states and transitions. */

export type RecorderState =
  | { is: 'idle' }
  | { is: 'recording' }
  /** `full`: it was stopped because two minutes were over. */
  | { is: 'ready'; audio: Blob; full: boolean }
  | { is: 'sending'; audio: Blob }

export type RecorderEvent =
  | { did: 'start' }
  | { did: 'stop'; audio: Blob; full: boolean }
  | { did: 'cancel' }
  | { did: 'send' }
  | { did: 'answered' }
  /** The audio is kept, to be sent again. */
  | { did: 'fail' }

/** The next state; an event that does not apply in a state changes nothing. */
export const reduceRecorder = (state: RecorderState, event: RecorderEvent): RecorderState => {
  switch (event.did) {
    case 'start':
      return state.is === 'idle' ? { is: 'recording' } : state
    case 'stop':
      return state.is === 'recording' ? { is: 'ready', audio: event.audio, full: event.full } : state
    case 'cancel':
      return state.is === 'sending' ? state : { is: 'idle' }
    case 'send':
      return state.is === 'ready' ? { is: 'sending', audio: state.audio } : state
    case 'answered':
      return state.is === 'sending' ? { is: 'idle' } : state
    case 'fail':
      return state.is === 'sending' ? { is: 'ready', audio: state.audio, full: false } : state
  }
}

/** The longest recording, and when its end is announced, in seconds. */
export const MAX_SECONDS = 120
const WARN_AT_SECONDS = 105

/** The announcement for a state, `seconds` into the recording. */
export const statusText = (state: RecorderState, seconds: number): string => {
  switch (state.is) {
    case 'idle':
      return 'Your microphone is off.'
    case 'recording':
      return seconds >= WARN_AT_SECONDS
        ? 'Recording. It stops by itself at 2 minutes.'
        : 'Recording. Press stop when you are done.'
    case 'ready':
      return state.full ? 'Recording stopped at 2 minutes. Ready to send.' : 'Ready to send.'
    case 'sending':
      return 'Processing your question.'
  }
}

/** Recording formats, the preferred one first; the others for browsers without it. */
export const mimeTypes = [
  'audio/webm;codecs=opus',
  'audio/webm',
  'audio/mp4',
  'audio/ogg;codecs=opus',
] as const

/** The file name for a recording of a type. */
export const recordingFileName = (type: string): string =>
  `question.${type.includes('mp4') ? 'mp4' : type.includes('ogg') ? 'ogg' : 'webm'}`

export const microphone = {
  audio: { channelCount: 1, sampleRate: 44_100, echoCancellation: true, noiseSuppression: true },
} as const

/** A level of sound, 0 to 1, as one of nine heights. */
export const barHeight = (level: number): number => Math.max(0, Math.min(8, Math.round(level * 24)))
