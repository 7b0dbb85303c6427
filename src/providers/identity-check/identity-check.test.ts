import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxIdentityCheck } from '#sandbox/providers/identity-check.ts'
import { type FakeLookup, openFakeLookup } from '#test/fakes/fake-lookup.ts'
import { twilioAccount } from '#test/fakes/fake-twilio.ts'
import { ProviderFailure } from '../failure.ts'
import { identityCallbackReader, identityCallbackSignature } from './callback.ts'
import { describeIdentityCheckPort, identityRequest } from './port.suite.ts'
import { judgeIdentityMatch, twilioIdentityCheck } from './twilio-lookup.ts'

const known = {
  FirstName: 'Ruth',
  LastName: 'Lindqvist',
  AddressLine1: '12 Oak Street',
  PostalCode: '62701',
  NationalId: '512345678',
  DateOfBirth: '19820228',
}

describe('the sandbox', () => {
  describeIdentityCheckPort(async () => ({
    identityCheck: sandboxIdentityCheck,
    match: identityRequest,
    noMatch: { ...identityRequest, lastName: 'Stranger' },
    noData: { ...identityRequest, lastName: 'Unknown' },
    broken: { ...identityRequest, lastName: 'Outage' },
    close: async () => undefined,
  }))
})

describe('Twilio Lookup', () => {
  let lookup: FakeLookup
  const check = (request = identityRequest) =>
    twilioIdentityCheck({ ...twilioAccount, lookupUrl: lookup.url }).check(request)
  const failureOf = async (phoneNumber: string): Promise<ProviderFailure> => {
    const failure: unknown = await check({ ...identityRequest, phoneNumber }).catch((error: unknown) => error)
    if (!(failure instanceof ProviderFailure)) throw new Error('it did not fail as a provider does')
    return failure
  }
  beforeAll(async () => {
    lookup = await openFakeLookup()
    lookup.people.set(identityRequest.phoneNumber, known)
  })
  afterAll(() => lookup.close())

  describeIdentityCheckPort(async () => {
    const own = await openFakeLookup()
    own.people.set(identityRequest.phoneNumber, known)
    own.faults.set('+12025550169', { status: 503, code: 20500 })
    return {
      identityCheck: twilioIdentityCheck({ ...twilioAccount, lookupUrl: own.url }),
      match: identityRequest,
      noMatch: { ...identityRequest, ssn: '512345679' },
      noData: { ...identityRequest, phoneNumber: '+12025550162' },
      broken: { ...identityRequest, phoneNumber: '+12025550169' },
      close: own.close,
    }
  })

  it('is called with the documented fields and the account', async () => {
    await check()
    expect(lookup.queries.at(-1)).toEqual({
      phone: '+12025550161',
      authorization: `Basic ${Buffer.from(`${twilioAccount.accountSid}:${twilioAccount.authToken}`).toString('base64')}`,
      fields: {
        Fields: 'identity_match',
        FirstName: 'Ruth',
        LastName: 'Lindqvist',
        AddressLine1: '12 Oak Street',
        City: 'Springfield',
        State: 'IL',
        PostalCode: '62701',
        AddressCountryCode: 'US',
        NationalId: '512345678',
        DateOfBirth: '19820228',
      },
    })
  })

  it.each<[string, Parameters<FakeLookup['faults']['set']>[1], boolean]>([
    ['an answer that breaks off', 'breaks', true],
    ['an answer of another shape', 'odd', true],
    ['too many requests', { status: 429, code: 20429 }, true],
    ['wrong credentials', { status: 401, code: 20003 }, false],
    ['an error with the levels', { errorCode: 60601 }, false],
  ])('fails with %s', async (_what, fault, retryable) => {
    lookup.faults.set('+12025550163', fault)
    expect((await failureOf('+12025550163')).retryable).toBe(retryable)
  })

  it('treats a nonexistent number as no data', async () => {
    lookup.faults.set('+12025550164', { status: 404, code: 20404 })
    expect(await check({ ...identityRequest, phoneNumber: '+12025550164' })).toEqual({ kind: 'no_data' })
  })
})

describe('what counts as a match', () => {
  const all = {
    first_name_match: 'exact_match',
    last_name_match: 'exact_match',
    address_line_match: 'exact_match',
    postal_code_match: 'exact_match',
    national_id_match: 'exact_match',
    date_of_birth_match: 'exact_match',
  }
  it.each<[string, Partial<Record<keyof typeof all, string | null>>, string]>([
    ['everything', {}, 'match'],
    ['a short first name', { first_name_match: 'partial_match' }, 'match'],
    ['a last name with a slip', { last_name_match: 'high_partial_match' }, 'match'],
    ['another street with the same ZIP code', { address_line_match: 'no_match' }, 'match'],
    ['another ZIP code with the same street', { postal_code_match: 'no_match' }, 'match'],
    ['another address', { address_line_match: 'no_match', postal_code_match: 'no_match' }, 'no_match'],
    ['another first name', { first_name_match: 'no_match' }, 'no_match'],
    ['a last name that is only alike', { last_name_match: 'partial_match' }, 'no_match'],
    ['another number', { national_id_match: 'no_match' }, 'no_match'],
    ['a number that is only alike', { national_id_match: 'high_partial_match' }, 'no_match'],
    ['another birth date', { date_of_birth_match: 'no_match' }, 'no_match'],
    ['a birth date that is only alike', { date_of_birth_match: 'high_partial_match' }, 'no_match'],
    // Twilio returns null to accounts that have not completed its KYC.
    ['a number that Twilio does not compare', { national_id_match: null }, 'no_data'],
    ['no birth date on file', { date_of_birth_match: 'no_data_available' }, 'no_data'],
  ])('%s', (_what, levels, kind) => {
    expect(judgeIdentityMatch({ ...all, ...levels })).toEqual({ kind })
  })
})

describe('a signed call', () => {
  const secrets = ['first secret of thirty-two letters', 'second secret of thirty-two letter']
  const body = { user: '01990000-0000-7000-8000-000000000001', verified: true, evidenceId: 'check-17' }
  const at = new Date('2026-11-20T17:00:00Z')
  const signed = (
    { secret = secrets[0] ?? '', time = at, raw = JSON.stringify(body) } = {},
    sent = raw,
    now = at,
  ) => {
    const timestamp = String(Math.floor(time.getTime() / 1_000))
    const signature = identityCallbackSignature(secret, timestamp, Buffer.from(raw))
    return identityCallbackReader(secrets)(Buffer.from(sent), { signature, timestamp }, now)
  }

  it('is accepted with either secret', () => {
    expect(signed()).toEqual(body)
    expect(signed({ secret: secrets[1] })).toEqual(body)
  })

  it('is rejected with another secret, body or time, or without headers', () => {
    expect(signed({ secret: 'another secret of thirty-two lette' })).toBe('not_proven')
    expect(signed({}, JSON.stringify({ ...body, verified: false }))).toBe('not_proven')
    expect(signed({}, undefined, new Date(at.getTime() + 301_000))).toBe('not_proven')
    expect(signed({}, undefined, new Date(at.getTime() - 301_000))).toBe('not_proven')
    const raw = Buffer.from(JSON.stringify(body))
    expect(identityCallbackReader(secrets)(raw, { signature: null, timestamp: null }, at)).toBe('not_proven')
    expect(identityCallbackReader([])(raw, { signature: null, timestamp: null }, at)).toBe('not_set_up')
  })

  it('with another shape is unreadable', () => {
    for (const raw of ['{', '{}', JSON.stringify({ ...body, evidenceId: 'a b' })])
      expect(signed({ raw })).toBe('unreadable')
  })
})
