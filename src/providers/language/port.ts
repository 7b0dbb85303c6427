import type { Container } from './audio/recording.ts'

/** A recording, entirely in memory; it is never stored. */
type Audio = { bytes: Uint8Array; container: Container }

/** Speech to text, and rewording of our sentences. Without a provider there is neither. */
export type Language = {
  /** The transcript; '' when nothing was said. Throws ProviderFailure. Null if no transcription is configured. */
  transcribe: ((audio: Audio) => Promise<string>) | null
  /** The reworded text, or null without a model for it. Throws ProviderFailure. The caller must verify the result. */
  reword: (text: string) => Promise<string | null>
}
