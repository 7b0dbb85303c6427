import { evaluateQuestionSet, type SetName, setNames } from '#test/support/voice-evaluation.ts'
import type { Scenario } from './scenario.ts'

const descriptions: Readonly<Record<SetName, string>> = {
  asked: 'questions that the patterns were made with',
  heldOut: 'held out, written before the first pattern',
  later: 'held out at first, then learned from (32 of 54 at first sight)',
  last: 'held out at first, then learned from (42 of 60 at first sight)',
  final: 'held out at first, then learned from (24 of 40 at first sight)',
  open: 'the open half of the blind set, learned from (55 of 88 at first sight)',
  further: 'written to find gaps, then learned from (79 of 103 at first sight)',
  sealed: 'the other half of the blind set, run once when the work was done',
}

const share = (right: number, all: number) => `${right} of ${all} (${Math.round((right * 100) / all)} %)`

/** How many questions the voice helper answers correctly, by set and by kind. */
export const voiceEvaluation: Scenario = {
  what: 'how many questions the voice helper answers correctly',
  options: {},
  run: async (_, report) => {
    for (const name of setNames) {
      const { asked, right, offered, wrongAnswers, declined, wronglyDeclined, byKind, outcomes } =
        evaluateQuestionSet(name)
      report.figure(`${name}, ${descriptions[name]}`, share(right, asked))
      report.figure(
        '  offered to choose; another question answered',
        `${offered}; ${share(wrongAnswers, asked)}`,
      )
      report.figure(
        '  to be declined or handed over; honest questions turned away',
        `${share(declined.right, declined.asked)}; ${wronglyDeclined}`,
      )
      for (const [kind, figures] of byKind)
        if (name === 'asked' || figures.right < figures.asked)
          report.figure(`    ${kind}`, share(figures.right, figures.asked))
      for (const outcome of outcomes)
        if (!outcome.right) report.did(`not right (${outcome.recognizedAs.join(', ')}): ${outcome.question}`)
    }
    report.must('the sets were evaluated', setNames.length > 0, setNames.length)
  },
}
