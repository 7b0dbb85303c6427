import { afterAll, beforeAll, expect, it } from 'vitest'
import { isOtherPerson } from '#features/reports/person.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { catchProviderFailure } from '#test/support/provider-failure.ts'
import type { CreditData, CreditDataRequest } from './port.ts'

/** A request for an invented person with this SSN. */
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

/** A source of reports, with SSNs for each outcome of the port. */
export type CreditDataSource = {
  creditData: CreditData
  known: readonly string[]
  unknown: string
  slow: string
  broken: string
  close: () => Promise<void>
}

/** What every source of reports guarantees, the sandbox as well as the real ones. */
export const describeCreditDataPort = (open: () => Promise<CreditDataSource>): void => {
  let source: CreditDataSource
  beforeAll(async () => {
    source = await open()
  })
  afterAll(() => source.close())
  const pull = (ssn: string) => source.creditData.pull(requestFor(ssn), null)

  it('returns readable documents about the requested person', async () => {
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

  it('returns the same document when pulled twice', async () => {
    const [ssn = ''] = source.known
    expect(await pull(ssn)).toEqual(await pull(ssn))
  })

  it('reports that the bureaus are processing', async () => {
    expect(await pull(source.slow)).toEqual({ kind: 'processing' })
  })

  it('reports that there is no file, with a message for the user', async () => {
    const pulled = await pull(source.unknown)
    expect(pulled.kind === 'noFile' && pulled.message).toMatch(/^[A-Z].*\.$/)
  })

  it('fails with a ProviderFailure without personal data', async () => {
    const failure = await catchProviderFailure(pull(source.broken))
    expect(failure).toMatchObject({ provider: 'credit-data', outcomeUnknown: false })
    expect(failure.userMessage).toMatch(/^[A-Z].*\.$/)
    const all = `${failure.userMessage} ${failure.message} ${failure.code} ${failure.stack}`
    expect(all).not.toMatch(new RegExp(`${source.broken}|Ruth|Lindqvist`))
  })
}
