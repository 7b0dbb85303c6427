import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { httpCall } from '#providers/http-call.ts'
import { type FakeBridge, type Misbehavior, openFakeBridge } from '#test/fakes/fake-bridge.ts'
import { bareEnvironment } from '#test/support/run-server.ts'
import { checkBridge, type RuleResult } from './credit-data-rules.ts'

let bridge: FakeBridge
beforeAll(async () => {
  bridge = await openFakeBridge()
})
afterAll(() => bridge.close())

const run = promisify(execFile)
const program = join(import.meta.dirname, 'credit-data-check.ts')
const check = (given: string[], env: Record<string, string> = {}) =>
  run(process.execPath, [program, ...given], { env: { ...bareEnvironment(), ...env } })

const permitted = { accounts: 2_000, inquiries: 1_000, publicRecords: 500 }

/** The results for a bridge with an identity step. */
const checked = async (how: Misbehavior | null, timeoutMs = 45_000): Promise<RuleResult[]> => {
  bridge.misbehave(how)
  const { url, token } = bridge
  const setting = { url, token, family: null, identityStep: true, timeoutMs }
  const results: RuleResult[] = []
  for await (const result of checkBridge({ bridge: setting, call: httpCall, permitted, now: new Date() }))
    results.push(result)
  bridge.misbehave(null)
  return results
}

/** The rules that a bridge breaks, each with the problem. */
const brokenBy = async (how: Misbehavior, timeoutMs?: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await checked(how, timeoutMs)).flatMap(result =>
      'problem' in result && result.problem !== null ? [[result.rule, result.problem]] : [],
    ),
  )

const says = (response: ServerResponse, status: number, body: string, type = 'application/json') =>
  response.writeHead(status, { 'content-type': type }).end(body)
const ssnOf = (asked: Parameters<Misbehavior>[1]) => asked.body?.person.ssn ?? ''

describe('a bridge that follows every rule', () => {
  it('passes, with one line per rule', async () => {
    const { stdout } = await check([bridge.url.href], { CREDIT_DATA_TOKEN: bridge.token })
    expect(stdout).not.toContain('FAIL')
    expect(stdout.match(/^pass {2}/gm)).toHaveLength(12)
    expect(stdout.match(/^skip {2}.*CREDIT_DATA_IDENTITY_STEP/gm)).toHaveLength(4)
  })

  it('passes with its identity step', async () => {
    const results = await checked(null)
    expect(results.filter(result => !('problem' in result) || result.problem !== null)).toEqual([
      {
        rule: 'gives parts that Fairfile reads, if it answers in parts',
        skipped: 'it answers with one document',
      },
    ])
  })
})

it('a bridge that breaks a rule fails with exit code 1', async () => {
  bridge.misbehave(response => says(response, 200, '<html>'))
  const error: unknown = await check([bridge.url.href], { CREDIT_DATA_TOKEN: bridge.token }).catch(
    (failed: unknown) => failed,
  )
  const { code, stdout } = z.object({ code: z.number(), stdout: z.string() }).parse(error)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^FAIL {2}refuses a wrong token: status 200$/m)
  bridge.misbehave(null)
})

const anothers = readFileSync(
  join(import.meta.dirname, '../../features/reports/fixtures/ada.transunion.xml'),
  'utf8',
)

/** Returns a quiz whose right answers are the last ones. */
const quiz: Misbehavior = (response, { authorized, body }, answerWell) => {
  if (!authorized || body?.person.ssn !== '900120005' || body.passedStep) return answerWell()
  const given = body.step?.answer
  if (given?.type === 'quiz' && given.choices['lender'] === 'c')
    return says(response, 200, '{"code":"passed"}')
  const choices = ['a', 'b', 'c'].map(id => ({ id, text: id }))
  const question = { type: 'quiz', questions: [{ id: 'lender', text: 'Which one?', choices }] }
  const needs = { ref: 'sandbox-0005', expiresAt: '2030-01-01T00:00:00Z', question }
  return says(response, 409, JSON.stringify({ code: 'needs', needs }))
}

/** Each bridge's fault, the rule that reports it, and the message. */
const wrongs: readonly (readonly [what: string, rule: string, problem: RegExp, how: Misbehavior])[] = [
  [
    'takes any token',
    'refuses a wrong token',
    /^status 200$/,
    (response, { authorized }, answerWell) => (authorized ? answerWell() : says(response, 200, '{"a":1}')),
  ],
  [
    'says 400 to a missing token',
    'refuses a request without a token',
    /^status 400$/,
    (response, { authorized }, answerWell) => (authorized ? answerWell() : says(response, 400, '{}')),
  ],
  [
    'takes what is no request',
    'refuses a body that is no JSON with 400',
    /^status 500$/,
    (response, { body, authorized }, answerWell) =>
      authorized && body === null ? says(response, 500, '{}') : answerWell(),
  ],
  [
    'sends a web page',
    'gives a report that Fairfile reads, of the person asked for',
    /^the body is no document/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900121100' && asked.authorized ? says(response, 200, '<html></html>') : answerWell(),
  ],
  [
    'sends JSON that is no report',
    'gives a report that Fairfile reads, of the person asked for',
    /^document: /,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900121100' && asked.authorized ? says(response, 200, '{"report":{}}') : answerWell(),
  ],
  [
    'sends another person’s report',
    'gives a report that Fairfile reads, of the person asked for',
    /^document: is another person’s$/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900121100' && asked.authorized
        ? says(response, 200, anothers, 'application/xml')
        : answerWell(),
  ],
  [
    'refuses fields it does not know',
    'takes a request with fields it does not know',
    /^status 400$/,
    (response, { text }, answerWell) => (text.includes('"later"') ? says(response, 400, '{}') : answerWell()),
  ],
  [
    'sends a part that is no report',
    'gives parts that Fairfile reads, if it answers in parts',
    /^Equifax: /,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900121100' && asked.authorized
        ? says(response, 200, '{"parts":[{"bureau":"Equifax","document":"{}"}]}')
        : answerWell(),
  ],
  [
    'names a bureau twice',
    'gives parts that Fairfile reads, if it answers in parts',
    /^the parts are not of the shape/,
    (response, asked, answerWell) => {
      const part = { bureau: 'Equifax', document: '<a/>' }
      return ssnOf(asked) === '900121100' && asked.authorized
        ? says(response, 200, JSON.stringify({ parts: [part, part] }))
        : answerWell()
    },
  ],
  [
    'calls XML plain text',
    'names the content type of a report',
    /^the type is “text\/plain”, the document xml$/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900121100' && asked.authorized
        ? says(response, 200, '<a/>', 'text/plain')
        : answerWell(),
  ],
  [
    'sends a web page in place of 202',
    'answers 202 while a report is not ready',
    /^the body is no document/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900120003' ? says(response, 200, '<html></html>') : answerWell(),
  ],
  [
    'has no code in its 404',
    'answers 404 and {"code":"no_file"} where no bureau has a file',
    /^status 404 without/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900120001' ? says(response, 404, '{}') : answerWell(),
  ],
  [
    'says 403 about one person',
    'answers 404 and {"code":"no_file"} where no bureau has a file',
    /^status 403$/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900120001' ? says(response, 403, '{}') : answerWell(),
  ],
  [
    'sends no_file as text',
    'answers 404 and {"code":"no_file"} where no bureau has a file',
    /^the type of a JSON answer is “text\/plain”$/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900120001' ? says(response, 404, '{"code":"no_file"}', 'text/plain') : answerWell(),
  ],
  [
    'pulls without its step',
    'asks for its identity step in place of a report',
    /^status 200$/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900120005' && !asked.body?.step ? says(response, 200, '<a/>') : answerWell(),
  ],
  [
    'begins no step',
    'begins an identity step on request',
    /^status 409 without/,
    (response, asked, answerWell) =>
      asked.body?.step && !asked.body.step.ref ? says(response, 409, '{"code":"needs"}') : answerWell(),
  ],
  [
    'passes every answer',
    'does not pass a wrong answer',
    /^it passed$/,
    (response, asked, answerWell) =>
      asked.body?.step?.answer ? says(response, 200, '{"code":"passed"}') : answerWell(),
  ],
  [
    'passes no answer',
    'passes the right answer, and gives the report then',
    /^status 422 to the right answer$/,
    (response, asked, answerWell) =>
      asked.body?.step?.answer
        ? says(response, 422, '{"code":"step_failed","message":"Not today."}')
        : answerWell(),
  ],
  [
    'forgets that a step was passed',
    'passes the right answer, and gives the report then',
    /^status 202$/,
    (response, asked, answerWell) => (asked.body?.passedStep ? says(response, 202, '{}') : answerWell()),
  ],
  [
    'repeats the number',
    'repeats no Social Security number outside a report',
    /^an answer/,
    (response, asked, answerWell) =>
      ssnOf(asked) === '900120003' ? says(response, 202, '{"for":"900120003"}') : answerWell(),
  ],
]

it('a bridge whose step is a quiz passes', async () => {
  expect(await brokenBy(quiz)).toEqual({})
})

describe('a bridge that', () => {
  it.each(wrongs)('%s breaks the rule: %s', async (_what, rule, problem, how) => {
    expect((await brokenBy(how))[rule]).toMatch(problem)
  })

  it('refuses the second of two identical requests breaks the rule of the same request', async () => {
    let open = 0
    const broken = await brokenBy(async (response, _asked, answerWell) => {
      open += 1
      if (open > 1) says(response, 429, '{}')
      else await new Promise(resolve => setImmediate(resolve)).then(answerWell)
      open -= 1
    })
    expect(broken).toEqual({ 'answers the same request twice, also at the same time': 'status 429' })
  })

  it('does not answer breaks the rule of time', async () => {
    const broken = await brokenBy(
      (_response, asked, answerWell) => (ssnOf(asked) === '900120003' ? undefined : answerWell()),
      1_000,
    )
    expect(broken).toEqual({
      'answers 202 while a report is not ready': 'no answer in time',
      'answers every request in time': 'an answer took more than 1 seconds',
    })
  })

  it('sends more than 10 MB breaks the rule of the report', async () => {
    const long = `<a>${' '.repeat(11 * 1024 * 1024)}</a>`
    const broken = await brokenBy((response, asked, answerWell) =>
      asked.authorized && ssnOf(asked) === '900121100' ? says(response, 200, long) : answerWell(),
    )
    expect(broken['gives a report that Fairfile reads, of the person asked for']).toContain('10 MB')
  })
})

it('refuses a wrong command line or setting in one line', async () => {
  const refused = async (given: string[], token?: string) => {
    const env: Record<string, string> = token === undefined ? {} : { CREDIT_DATA_TOKEN: token }
    const error: unknown = await check(given, env).catch((failed: unknown) => failed)
    return z.object({ code: z.number(), stderr: z.string() }).parse(error)
  }
  const bridgeUrl = 'https://bridge.example.com'
  expect(
    await Promise.all([
      refused([]),
      refused([bridgeUrl, bridgeUrl]),
      refused(['http://bridge.example.com']),
      refused([bridgeUrl]),
      refused([bridgeUrl], 'short'),
    ]),
  ).toEqual(
    [
      'name one address: npm run credit-data:check -- <url>, with CREDIT_DATA_TOKEN set',
      'name one address: npm run credit-data:check -- <url>, with CREDIT_DATA_TOKEN set',
      'http://bridge.example.com: must be an https address, or http on this machine, without a user or password in it',
      'CREDIT_DATA_TOKEN: is needed with its provider',
      'CREDIT_DATA_TOKEN: must have at least 32 characters',
    ].map(line => ({ code: 78, stderr: `Fairfile: ${line}\n` })),
  )
})
