import type { Container } from './audio/recording.ts'

/** A recording, whole in memory; it is kept nowhere. */
export type Audio = { bytes: Uint8Array; container: Container }

/** Ears and a pen: speech to text, and other words for sentences of ours. */
export type Language = {
  /** A sandbox hears nothing and words nothing. */
  sandbox: boolean
  /** What was said; '' when nothing was. Throws ProviderFailure, code `not_set_up` where there is no provider. */
  transcribe: (audio: Audio) => Promise<string>
  /** The text in other words, or null where no model is set up for it. Throws ProviderFailure. Nobody believes the answer unread. */
  reword: (text: string) => Promise<string | null>
}

/** The code of a failure that says that no transcription is set up. */
export const NOT_CONFIGURED = 'not_set_up'
