import type { Analytics } from '#features/credit/contract.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Sending, TestApp, Tokens } from '../app.ts'

/** Items of the demo person Maya Brooks that tests dispute, and how refusals are read. */

type FullReport = NonNullable<Analytics['fullReport']>

const reportOf = async (app: TestApp, as: Tokens): Promise<FullReport> => {
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()
  if (!fullReport) throw new Error('there is no report')
  return fullReport
}

/** One of Maya's collections, at every bureau that reports it. */
export const findCollection = async (app: TestApp, as: Tokens) => {
  const rows = (await reportOf(app, as)).accountInformation.filter(row => row.isCollection)
  const [first] = rows
  if (!first) throw new Error('there is no collection')
  const bureaus = rows.filter(({ id }) => id === first.id).map(({ bureau }) => bureau)
  return { accountId: first.id, bureaus, reason: 'not_mine' as const }
}

/** An application that all bureaus list. */
export const findInquiry = async (app: TestApp, as: Tokens) => {
  const rows = (await reportOf(app, as)).creditInquiries.filter(
    ({ company }) => company === 'KESTREL MORTGAGE',
  )
  const [first] = rows
  if (!first) throw new Error('there is no inquiry')
  const bureaus: Bureau[] = rows.map(({ bureau }) => bureau)
  return { inquiryId: first.id, bureaus, reason: 'no_application' as const }
}

/** An address where Maya never lived, reported only by Experian. */
export const oldAddress = {
  field: 'address',
  reportedValue: '9 FERNDALE CT, BAKERSFIELD, CA 93301',
  action: 'remove',
  bureaus: ['Experian'],
} as const

/** Creates a confirmed dispute, or fails with the server's response. */
export const postDispute = async (
  app: TestApp,
  as: Tokens,
  type: string,
  body: object,
  sending: Sending = {},
): Promise<Dispute> => {
  const answer = await app.send('POST', `/dispute/${type}`, {
    as,
    ...sending,
    body: { attested: true, ...body },
  })
  if (answer.statusCode !== 201) throw new Error(`not disputed: ${answer.body}`)
  return answer.json<Dispute>()
}

/** The status, code and fields of a refusal. */
export const readRefusal = (answer: Awaited<ReturnType<TestApp['send']>>) => {
  const { code, fields } = answer.json<{ code?: string; fields?: Record<string, string> }>()
  return [answer.statusCode, code, ...(fields ? [Object.keys(fields).toSorted().join(' ')] : [])]
}
