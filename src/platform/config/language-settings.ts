import { z } from 'zod'
import { ConfidentialUrl, VisibleText } from './variable-shapes.ts'

/** The environment of speech and wording, at any service that speaks OpenAI's API. It is real when OPENAI_API_KEY is set. */

const Model = z.string().regex(/^[\w./:-]{1,100}$/, 'must be the name of a model')

/** The variables, to be read with all others. */
export const languageVariables = {
  OPENAI_API_KEY: VisibleText.optional(),
  OPENAI_BASE_URL: ConfidentialUrl.default('https://api.openai.com/v1'),
  OPENAI_TRANSCRIBE_MODEL: Model.default('whisper-1'),
  OPENAI_CHAT_MODEL: Model.optional(),
}

type Given = z.output<z.ZodObject<typeof languageVariables>>

/** `chatModel`: null where answers keep our own words. */
export type LanguageSettings = {
  apiKey: string
  baseUrl: URL
  transcribeModel: string
  chatModel: string | null
}

/** The settings, or null when no key is given. */
export const parseLanguageSettings = (given: Given): LanguageSettings | null =>
  given.OPENAI_API_KEY === undefined
    ? null
    : {
        apiKey: given.OPENAI_API_KEY,
        baseUrl: new URL(given.OPENAI_BASE_URL),
        transcribeModel: given.OPENAI_TRANSCRIBE_MODEL,
        chatModel: given.OPENAI_CHAT_MODEL ?? null,
      }
