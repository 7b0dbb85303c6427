import type { ReportLimits } from '#features/reports/permitted.ts'
import { isVerifiedAs } from '#features/reports/person.ts'
import { readDocument } from '#features/reports/server/read-document.ts'
import type { CreditDataBridge } from '#providers/credit-data/http.ts'
import { familyOf, httpCreditData, mediaTypes, TIMEOUT_MS } from '#providers/credit-data/http.ts'
import type { CreditDataRequest, IdentityStep, PullResult, StepAnswer } from '#providers/credit-data/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { FetchBytes, HttpOutcome } from '#providers/http-call.ts'

/**
 * The rules for a credit data bridge, each tested against it (docs/guides/credit-data.md, Check a bridge). Responses are
 * parsed by the adapter that the server pulls with.
 */

/** Test people of a bridge. No Social Security number begins with 9, so these belong to nobody. */
const ssns = { report: '900121100', noFile: '900120001', notReady: '900120003', step: '900120005' }
const RIGHT_CODE = '246810'
const WRONG_CODE = '000000'

/** `problem`: null if the rule is followed. `skipped`: why it was not tested. */
export type RuleResult = { rule: string; problem: string | null } | { rule: string; skipped: string }

type Setting = { bridge: CreditDataBridge; call: FetchBytes; permitted: ReportLimits; now: Date }

class Broken extends Error {}
class Skipped extends Error {}

const mustHold = (kept: boolean, problem: string): void => {
  if (!kept) throw new Broken(problem)
}

const failureTexts: Readonly<Record<string, string>> = {
  unsent: 'the address could not be reached',
  lost: 'no answer in time',
  broken_off: 'the answer broke off, or did not end in time',
  too_long: 'the answer has more than 10 MB',
  no_document: 'the body is no document, or not of CREDIT_DATA_FORMAT',
  no_parts: 'the parts are not of the shape in credit-data-bridge.openapi.json',
  no_step: 'status 200 without {"code":"passed"}',
  step_not_set: 'asked for an identity step; set CREDIT_DATA_IDENTITY_STEP=true if the bridge has one',
  409: 'status 409 without a step of the shape in credit-data-bridge.openapi.json',
  404: 'status 404 without {"code":"no_file"}',
}

const showFailure = ({ code }: ProviderFailure): string => {
  const name = (code ?? '').replace('credit_data_', '')
  return failureTexts[name] ?? `status ${name}`
}

const showOutcome = (outcome: HttpOutcome): string =>
  outcome.kind === 'answer' ? `status ${outcome.status}` : (failureTexts[outcome.kind] ?? outcome.kind)

const requestFor = (ssn: string, now: Date): CreditDataRequest => ({
  userId: '01990000-0000-7000-8000-000000000001',
  profile: {
    firstName: 'Ruth',
    middleName: null,
    lastName: 'Lindqvist',
    birthDate: '1982-02-28',
    address: { street: '12 Oak Street', city: 'Springfield', state: 'IL', postal: '62701' },
  },
  ssn,
  passedStep: null,
  now,
})

/** The last choice of each question is the right one. */
const answerOf = ({ question }: IdentityStep, right: boolean): StepAnswer => {
  if (question.type === 'code') return { type: 'code', code: right ? RIGHT_CODE : WRONG_CODE }
  if (question.type === 'redirect') return { type: 'redirect' }
  const chosen = question.questions.map(
    ({ id, choices }) => [id, choices.at(right ? -1 : 0)?.id ?? ''] as const,
  )
  return { type: 'quiz', choices: Object.fromEntries(chosen) }
}

/** Tests every rule, one after the other, and returns the result of each. */
export async function* checkBridge({ bridge, call, permitted, now }: Setting): AsyncGenerator<RuleResult> {
  const { timeoutMs = TIMEOUT_MS } = bridge
  const asked: { outcome: HttpOutcome; took: number }[] = []
  const timedCall: FetchBytes = async request => {
    const began = performance.now()
    const outcome = await call(request)
    asked.push({ outcome, took: performance.now() - began })
    return outcome
  }
  const lastAnswer = () => {
    const last = asked.at(-1)?.outcome
    if (last?.kind !== 'answer') throw new Broken('no answer')
    return last
  }
  const { pull, steps } = httpCreditData({ ...bridge, call: timedCall })
  const forPerson = (ssn: string) => requestFor(ssn, now)
  const person = (ssn: string) => ({ ...forPerson(ssn).profile, ssnLastFour: ssn.slice(-4) })

  const post = (body: string, headers: Record<string, string>) =>
    timedCall({
      method: 'POST',
      url: bridge.url,
      headers: {
        'content-type': 'application/json',
        accept: Object.values(mediaTypes).join(', '),
        ...headers,
      },
      body,
      timeoutMs,
      maxBytes: 1024 * 1024,
    })
  const wellFormed = {
    requestedAt: now.toISOString(),
    userId: forPerson(ssns.report).userId,
    bureaus: ['TransUnion', 'Experian', 'Equifax'],
    person: { ...forPerson(ssns.report).profile, ssn: ssns.report },
  }
  const requireStatus = (outcome: HttpOutcome, statuses: readonly number[]) =>
    mustHold(outcome.kind === 'answer' && statuses.includes(outcome.status), showOutcome(outcome))
  const authorized = { authorization: `Bearer ${bridge.token}` }

  const requireKind = async <Kind extends PullResult['kind']>(
    pulled: Promise<PullResult>,
    kinds: readonly Kind[],
  ): Promise<Extract<PullResult, { kind: Kind }>> => {
    const result = await pulled
    const isWanted = (one: PullResult): one is Extract<PullResult, { kind: Kind }> =>
      kinds.some(kind => kind === one.kind)
    if (isWanted(result)) return result
    throw new Broken(`status ${lastAnswer().status}`)
  }
  const pullReport = () => requireKind(pull(forPerson(ssns.report), null), ['document', 'parts'])

  const readable = (bytes: Uint8Array, what: string) => {
    const owner = person(ssns.report)
    const read = readDocument({ bytes, person: owner, permitted })
    if (read.kind === 'whichPerson') throw new Broken(`${what}: is about several people`)
    if (read.kind !== 'report') throw new Broken(`${what}: ${read.message}`)
    mustHold(isVerifiedAs(owner, read.source), `${what}: is another person’s`)
  }
  const requireJson = () => {
    const type = lastAnswer().headers.get('content-type') ?? ''
    mustHold(type.startsWith('application/json'), `the type of a JSON answer is “${type}”`)
  }

  const begin = async () => {
    if (steps === null) throw new Skipped('CREDIT_DATA_IDENTITY_STEP is not true')
    const begun = await steps.begin(forPerson(ssns.step))
    if (begun.kind !== 'needs') throw new Broken(`status ${lastAnswer().status}`)
    return { steps, step: begun.step }
  }

  const rules: Readonly<Record<string, () => Promise<void>>> = {
    'refuses a request without a token': async () =>
      requireStatus(await post(JSON.stringify(wellFormed), {}), [401, 403]),
    'refuses a wrong token': async () =>
      requireStatus(
        await post(JSON.stringify(wellFormed), { authorization: `Bearer not-${bridge.token}` }),
        [401, 403],
      ),
    'refuses a body that is no JSON with 400': async () =>
      requireStatus(await post(`${JSON.stringify(wellFormed)},`, authorized), [400]),
    'refuses a request without a person with 400': async () =>
      requireStatus(await post(JSON.stringify({ ...wellFormed, person: undefined }), authorized), [400]),
    'takes a request with fields it does not know': async () =>
      requireStatus(await post(JSON.stringify({ ...wellFormed, later: 1 }), authorized), [200]),
    'gives a report that Fairfile reads, of the person asked for': async () => {
      const report = await pullReport()
      if (report.kind === 'document') readable(report.bytes, 'document')
    },
    'gives parts that Fairfile reads, if it answers in parts': async () => {
      const report = await pullReport()
      if (report.kind === 'document') throw new Skipped('it answers with one document')
      for (const { bureau, bytes } of report.parts) readable(bytes, bureau)
    },
    'names the content type of a report': async () => {
      const report = await pullReport()
      if (report.kind === 'parts') return requireJson()
      const family = familyOf(report.bytes)
      const type = lastAnswer().headers.get('content-type') ?? ''
      const isNamed =
        family !== null && (type.startsWith(mediaTypes[family]) || type.startsWith(`text/${family}`))
      mustHold(isNamed, `the type is “${type}”, the document ${family ?? 'unknown'}`)
    },
    'answers the same request twice, also at the same time': async () => {
      const both = await Promise.all([pullReport(), pullReport()])
      mustHold(both[0].kind === both[1].kind, 'the answers differ in kind')
    },
    'answers 202 while a report is not ready': async () => {
      await requireKind(pull(forPerson(ssns.notReady), null), ['processing'])
    },
    'answers 404 and {"code":"no_file"} where no bureau has a file': async () => {
      await requireKind(pull(forPerson(ssns.noFile), null), ['noFile'])
      requireJson()
    },
    'asks for its identity step in place of a report': async () => {
      if (steps === null) throw new Skipped('CREDIT_DATA_IDENTITY_STEP is not true')
      await requireKind(pull(forPerson(ssns.step), null), ['needs'])
      requireJson()
    },
    'begins an identity step on request': async () => {
      await begin()
    },
    'does not pass a wrong answer': async () => {
      const { steps: own, step } = await begin()
      const judged = await own.answer(forPerson(ssns.step), step.ref, answerOf(step, false))
      mustHold(judged.kind !== 'confirmed', 'it passed')
      mustHold(judged.kind !== 'refused', `status ${lastAnswer().status}`)
    },
    'passes the right answer, and gives the report then': async () => {
      const { steps: own, step } = await begin()
      if (step.question.type === 'redirect') throw new Skipped('a visit cannot be made here')
      const judged = await own.answer(forPerson(ssns.step), step.ref, answerOf(step, true))
      mustHold(judged.kind === 'confirmed', `status ${lastAnswer().status} to the right answer`)
      await requireKind(pull({ ...forPerson(ssns.step), passedStep: step.ref }, null), ['document', 'parts'])
    },
    'repeats no Social Security number outside a report': async () => {
      const repeated = asked.some(
        ({ outcome }) =>
          outcome.kind === 'answer' &&
          outcome.status !== 200 &&
          Object.values(ssns).some(ssn => outcome.text.includes(ssn)),
      )
      mustHold(!repeated, 'an answer that is no report has one')
    },
    'answers every request in time': async () => {
      const longest = Math.max(...asked.map(({ took }) => took))
      mustHold(longest < timeoutMs, `an answer took more than ${timeoutMs / 1_000} seconds`)
    },
  }

  for (const [rule, check] of Object.entries(rules)) {
    try {
      await check()
      yield { rule, problem: null }
    } catch (error) {
      if (error instanceof Skipped) yield { rule, skipped: error.message }
      else if (error instanceof Broken) yield { rule, problem: error.message }
      else if (error instanceof ProviderFailure) yield { rule, problem: showFailure(error) }
      else throw error
    }
  }
}
