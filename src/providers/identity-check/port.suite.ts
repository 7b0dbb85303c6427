import { afterAll, beforeAll, expect, it } from 'vitest'
import { ProviderFailure } from '../failure.ts'
import type { IdentityCheck, IdentityCheckRequest } from './port.ts'

export const identityRequest: IdentityCheckRequest = {
  phoneNumber: '+12025550161',
  firstName: 'Ruth',
  lastName: 'Lindqvist',
  birthDate: '1982-02-28',
  address: { street: '12 Oak Street', city: 'Springfield', state: 'IL', postal: '62701' },
  ssn: '512345678',
}

/** An identity check, with requests for each outcome of the port. */
export type IdentityCheckSource = {
  identityCheck: IdentityCheck
  match: IdentityCheckRequest
  noMatch: IdentityCheckRequest
  noData: IdentityCheckRequest
  broken: IdentityCheckRequest
  close: () => Promise<void>
}

/** What every identity check guarantees, the sandbox as well as the real one. */
export const describeIdentityCheckPort = (open: () => Promise<IdentityCheckSource>): void => {
  let source: IdentityCheckSource
  beforeAll(async () => {
    source = await open()
  })
  afterAll(() => source.close())

  it('distinguishes a match from another person and from no data', async () => {
    const { identityCheck, match, noMatch, noData } = source
    for (const [request, kind] of [
      [match, 'match'],
      [noMatch, 'no_match'],
      [noData, 'no_data'],
    ] as const)
      expect(await identityCheck.check(request)).toEqual({ kind })
  })

  it('fails with a ProviderFailure without personal data', async () => {
    const failure: unknown = await source.identityCheck.check(source.broken).catch((error: unknown) => error)
    if (!(failure instanceof ProviderFailure)) throw new Error('it did not fail as a provider does')
    expect(failure.userMessage).toBe('We could not compare your details just now.')
  })
}
