import type { Container } from './audio/recording.ts'

/** A recording, whole in memory; it is kept nowhere. */
type Audio = { bytes: Uint8Array; container: Container }

/** Ears and a pen: speech to text, and other words for sentences of ours. Without a provider there is neither. */
export type Language = {
  /** What was said; '' when nothing was. Throws ProviderFailure. Null where no transcription is set up. */
  transcribe: ((audio: Audio) => Promise<string>) | null
  /** The text in other words, or null where no model is set up for it. Throws ProviderFailure. Nobody believes the answer unread. */
  reword: (text: string) => Promise<string | null>
}
