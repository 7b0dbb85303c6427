import { afterAll, beforeAll, expect, it } from 'vitest'
import { isOtherPerson } from '#features/reports/person.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { ProviderFailure } from '../failure.ts'
import type { CreditData, CreditDataRequest } from './port.ts'

/** A request about an invented person with this SSN. */
export const requestFor = (ssn: string): CreditDataRequest => ({
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
  now: new Date('2026-11-20T17:00:00Z'),
})

/** The failure of a pull that must fail as a provider does. */
export const catchProviderFailure = async (act: Promise<unknown>): Promise<ProviderFailure> => {
  const error: unknown = await act.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof ProviderFailure))
    throw new Error('it did not fail as a provider does', { cause: error })
  return error
}

/** A source of reports, with SSNs for which each outcome of the port happens. */
export type CreditDataSource = {
  creditData: CreditData
  known: readonly string[]
  unknown: string
  slow: string
  broken: string
  close: () => Promise<void>
}

/** What every source of reports keeps, the sandbox as well as the real ones. */
export const describeCreditDataPort = (open: () => Promise<CreditDataSource>): void => {
  let source: CreditDataSource
  beforeAll(async () => {
    source = await open()
  })
  afterAll(() => source.close())
  const pull = (ssn: string) => source.creditData.pull(requestFor(ssn), null)

  it('gives documents that are read, and are about the person who asks', async () => {
    for (const ssn of source.known) {
      const pulled = await pull(ssn)
      if (pulled.kind !== 'document') throw new Error(pulled.kind)
      const person = { firstName: 'Ruth', lastName: 'Lindqvist', ssnLastFour: ssn.slice(-4) }
      const reading = readReport(new TextDecoder().decode(pulled.bytes), person)
      if (reading.kind !== 'report') throw new Error(reading.message)
      expect(isOtherPerson(reading.report, person)).toBe(false)
      expect(reading.report.subject.ssnLastFour).toBe(ssn.slice(-4))
    }
  })

  it('gives the same document when it is asked twice', async () => {
    const [ssn = ''] = source.known
    expect(await pull(ssn)).toEqual(await pull(ssn))
  })

  it('says that the bureaus are at it', async () => {
    expect(await pull(source.slow)).toEqual({ kind: 'processing' })
  })

  it('says that there is no file, in words for a person', async () => {
    const pulled = await pull(source.unknown)
    expect(pulled.kind === 'noFile' && pulled.message).toMatch(/^[A-Z].*\.$/)
  })

  it('fails as a provider does, in words that hold nothing about the person', async () => {
    const failure = await catchProviderFailure(pull(source.broken))
    expect(failure).toMatchObject({ provider: 'credit-data', outcomeUnknown: false })
    expect(failure.userMessage).toMatch(/^[A-Z].*\.$/)
    const all = `${failure.userMessage} ${failure.message} ${failure.code} ${failure.stack}`
    expect(all).not.toMatch(new RegExp(`${source.broken}|Ruth|Lindqvist`))
  })
}
