import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Language } from '#providers/language/port.ts'
import type { QuestionAnswer } from '../answer-question.ts'
import { isSafeToSend, makesSameClaims, maskNames, unmaskNames } from '../redaction.ts'

/**
 * Has an answer out of the report worded by a model; ours stands whenever the model fails, or says anything that ours
 * does not. The question does not leave, and of the answer no name.
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
