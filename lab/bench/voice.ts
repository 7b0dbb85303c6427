import { evaluateQuestionSet, type SetName, setNames } from '#test/support/voice-evaluation.ts'

/** `npm run eval:voice`: how many questions the voice helper answers rightly, by set and by kind. */

const about: Readonly<Record<SetName, string>> = {
  asked: 'questions that the patterns were made with',
  heldOut: 'held out, written before the first pattern',
  later: 'held out at first, then learned from (32 of 54 at first sight)',
  last: 'held out at first, then learned from (42 of 60 at first sight)',
  final: 'held out at first, then learned from (24 of 40 at first sight)',
  open: 'the open half of the blind set, learned from (55 of 88 at first sight)',
  further: 'written to find gaps, then learned from (79 of 103 at first sight)',
  sealed: 'the sealed half of the blind set, run once when the work was done',
}

const share = (right: number, all: number) => `${right} of ${all} (${Math.round((right * 100) / all)} %)`
const out = (line: string) => process.stdout.write(`${line}\n`)

for (const name of setNames) {
  const { asked, right, offered, wrongAnswers, declined, wronglyDeclined, byKind, outcomes } =
    evaluateQuestionSet(name)
  out(`${name}: ${about[name]}`)
  out(
    `  right: ${share(right, asked)}; offered to choose: ${offered}; another question answered: ${share(wrongAnswers, asked)}`,
  )
  out(
    `  to be declined or handed over: ${share(declined.right, declined.asked)}; honest questions turned away: ${wronglyDeclined}`,
  )
  for (const [kind, figures] of byKind)
    if (name === 'asked' || figures.right < figures.asked)
      out(`    ${kind}: ${share(figures.right, figures.asked)}`)
  for (const outcome of outcomes)
    if (!outcome.right) out(`    not right (${outcome.recognizedAs.join(', ')}): ${outcome.question}`)
}
