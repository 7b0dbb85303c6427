import fc from 'fast-check'
import type { HttpOutcome } from '#providers/http-call.ts'
import type { Scenario } from '../scenario.ts'
import type { Conversation } from './providers/answers.ts'
import { lob } from './providers/lob.ts'
import { others } from './providers/others.ts'
import { askings, openBucket } from './providers/s3.ts'
import { dialogues, openMailDialogue } from './providers/smtp.ts'
import { twilio } from './providers/twilio.ts'
import { amount, tryAll } from './trial.ts'

type Called = { name: string; outcomes: readonly HttpOutcome[] }

const shown = ({ name, outcomes }: Called): string =>
  [name, ...outcomes.map(one => (one.kind === 'answer' ? `${one.status} ${one.text}` : one.kind))].join('\n')

/** Randomly changed responses of every provider, through the real adapters. */
export const providers: Scenario = {
  what: 'from randomly changed responses, the adapters of all providers conclude only what the responses state',
  options: { ...amount, slow: '2000' },
  run: async (given, report) => {
    const conversations: Readonly<Record<string, Conversation>> = { ...lob, ...twilio, ...others }
    const called = Object.entries(conversations).map(([name, { outcomes }]) =>
      fc.record({ name: fc.constant(name), outcomes: fc.array(outcomes, { minLength: 1, maxLength: 3 }) }),
    )
    await tryAll(given, report, {
      inputs: fc.oneof(...called),
      act: ({ name, outcomes }: Called) => conversations[name]?.hold(outcomes) ?? 'nobody was asked',
      judge: (became, { name }) => `${name}: ${became}`,
      shown,
    })
    // These two use real connections, which take a thousand times as long.
    const fewer = { ...given, count: (name: string) => given.count(name === 'runs' ? 'slow' : name) }
    const mail = await openMailDialogue(given)
    await tryAll(fewer, report, { inputs: dialogues, act: mail, judge: became => became, bounded: false })
    const bucket = await openBucket(given)
    await tryAll(fewer, report, { inputs: askings, act: bucket, judge: became => became, bounded: false })
  },
}
