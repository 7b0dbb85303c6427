import { evaluateQuestionSet, questionSets } from '#test/support/voice-evaluation.ts'
import type { Scenario } from './scenario.ts'

const share = (part: number, all: number) => `${part} of ${all} (${Math.round((part * 100) / all)}%)`

/** How many questions the voice helper answers correctly without a model, by set. */
export const voiceEvaluation: Scenario = {
  what: 'how many questions the voice helper answers correctly',
  options: {},
  run: async (_, report) => {
    for (const name of questionSets) {
      const { asked, right, offered, wrong, wronglyDeclined, outcomes } = evaluateQuestionSet(name)
      report.figure(`${name}: right`, share(right, asked))
      report.figure(`${name}: offered; wrong`, `${share(offered, asked)}; ${share(wrong, asked)}`)
      report.figure(`${name}: honest questions declined`, String(wronglyDeclined))
      // Questions of sealed sets are not printed, so that nobody tunes the recognizer for them.
      if (name.endsWith('sealed')) continue
      for (const outcome of outcomes)
        if (!outcome.right) report.did(`not right (${outcome.recognizedAs.join(', ')}): ${outcome.question}`)
    }
    report.must('the sets were evaluated', questionSets.length > 0, questionSets.length)
  },
}
