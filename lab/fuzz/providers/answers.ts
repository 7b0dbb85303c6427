import fc from 'fast-check'
import { ProviderFailure } from '#providers/failure.ts'
import type { FetchBytes, HttpOutcome } from '#providers/http-call.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import { changesOf, type Tree } from '../tree-changes.ts'

/** Provider responses as published or recorded, randomly changed. */

export type Answer = Extract<HttpOutcome, { kind: 'answer' }>

/** A correct response: its status, and its body as JSON or as bytes. */
export type Recorded = { status: number } & ({ body: Tree } | { bytes: Buffer })

const statuses = fc.oneof(
  fc.constantFrom(
    200,
    201,
    202,
    204,
    301,
    307,
    400,
    401,
    402,
    403,
    404,
    405,
    408,
    409,
    413,
    415,
    422,
    429,
    500,
    502,
    503,
    504,
  ),
  fc.integer({ min: 200, max: 599 }),
)

const waits = fc.constantFrom(
  null,
  '',
  '0',
  '-1',
  '5',
  '1e9',
  '9'.repeat(30),
  'NaN',
  'Wed, 21 Oct 2026 07:28:00 GMT',
  '1772463605',
)

const pages = [
  '<html><body>502 Bad Gateway</body></html>',
  '',
  'null',
  '[]',
  '{}',
  '"',
  '\ufeff{}',
  '{"error":{"code":"x"}}',
]

const bodiesLike = (recorded: Recorded): fc.Arbitrary<Uint8Array | 'broken' | 'too long'> => {
  const bytes = 'bytes' in recorded ? recorded.bytes : Buffer.from(JSON.stringify(recorded.body))
  const parts =
    'bytes' in recorded
      ? mutateBytes(bytes)
      : changesOf(recorded.body).map(tree => Buffer.from(JSON.stringify(tree)))
  return fc.oneof(
    { weight: 12, arbitrary: parts },
    { weight: 5, arbitrary: mutateBytes(bytes) },
    { weight: 2, arbitrary: fc.constant(bytes) },
    { weight: 1, arbitrary: fc.constantFrom(...pages).map(page => Buffer.from(page)) },
    { weight: 1, arbitrary: fc.constantFrom('broken' as const, 'too long' as const) },
  )
}

const answerOf = (
  status: number,
  body: Answer['body'],
  [reset, after]: readonly (string | null)[],
): Answer => {
  const named = new Map([
    ['ratelimit-reset', reset],
    ['retry-after', after],
  ])
  const text = typeof body === 'string' ? '' : Buffer.from(body).toString('utf8')
  return { kind: 'answer', status, body, text, headers: { get: name => named.get(name) ?? null } }
}

/** How a call ends instead of with one of these responses; four in five keep the status. */
export const outcomesLike = (recorded: readonly Recorded[]): fc.Arbitrary<HttpOutcome> =>
  fc.oneof(
    {
      weight: 19,
      arbitrary: fc
        .constantFrom(...recorded)
        .chain(one =>
          fc
            .tuple(
              fc.oneof({ weight: 4, arbitrary: fc.constant(one.status) }, { weight: 1, arbitrary: statuses }),
              bodiesLike(one),
              fc.tuple(waits, waits),
            )
            .map(([given, bytes, named]) => answerOf(given, bytes, named)),
        ),
    },
    { weight: 1, arbitrary: fc.constantFrom<HttpOutcome>({ kind: 'unsent' }, { kind: 'lost' }) },
  )

/** Returns these responses in order and repeats the last one. */
export const callGiving = (outcomes: readonly HttpOutcome[]): FetchBytes => {
  let at = 0
  return async () => {
    const outcome = outcomes[Math.min(at, outcomes.length - 1)]
    at += 1
    return outcome ?? { kind: 'lost' }
  }
}

/** The response to a call if its status is good, otherwise null. */
export const goodOf = (outcome: HttpOutcome | undefined): Answer | null =>
  outcome?.kind === 'answer' && outcome.status >= 200 && outcome.status <= 299 ? outcome : null

/** The result of a call, or the failure that an adapter throws; any other error is rethrown. */
export const endOf = async <T>(act: () => Promise<T>): Promise<{ gave: T } | { failed: ProviderFailure }> => {
  try {
    return { gave: await act() }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { failed: error }
  }
}

export const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

/** The value at a path in JSON, parsed independently of the product; undefined if there is none. */
export const valueIn = (text: string, ...keys: readonly string[]): unknown => {
  try {
    let value: unknown = JSON.parse(text)
    for (const key of keys)
      value =
        typeof value === 'object' && value !== null
          ? Object.getOwnPropertyDescriptor(value, key)?.value
          : undefined
    return value
  } catch {
    return undefined
  }
}

/** One call of a provider: how it may end, and what follows. */
export type Conversation = {
  outcomes: fc.Arbitrary<HttpOutcome>
  /** The outcome of the call in a few words; throws if it is wrong. */
  hold: (outcomes: readonly HttpOutcome[]) => Promise<string>
}
