import { ProviderFailure } from '#providers/failure.ts'
import { type Language, NOT_CONFIGURED } from '#providers/language/port.ts'

/** Without a provider nothing is heard, and every answer keeps our own words. */
export const sandboxLanguage: Language = {
  sandbox: true,
  transcribe: async () => {
    throw new ProviderFailure('language', 'Transcription is not set up.', false, { code: NOT_CONFIGURED })
  },
  reword: async () => null,
}
