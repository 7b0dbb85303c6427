import {
  type CreditData,
  type CreditDataRequest,
  noFileMessage,
  type PullResult,
} from '#providers/credit-data/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { dayIn } from '#values/dates.ts'
import { bureauDocument } from '../bureau/document.ts'

/** What SSNs with these endings make happen, so that each state can be seen (docs/guides/sandbox-people.md). */
const faults: Readonly<Record<string, () => PullResult>> = {
  '0001': () => ({ kind: 'noFile', message: noFileMessage }),
  '0003': () => ({ kind: 'processing' }),
  '0004': () => {
    throw new ProviderFailure('credit-data', "We couldn't reach the credit bureaus.", false, {
      code: 'sandbox_0004',
    })
  },
}

const pulled = ({ profile, ssn, now }: CreditDataRequest, timeZone: string): PullResult => {
  const { firstName, middleName, lastName, birthDate, address } = profile
  const subject = { names: { firstName, middleName, lastName }, birthDate, address, ssn }
  return { kind: 'document', bytes: bureauDocument(subject, dayIn(timeZone, now)) }
}

/**
 * The sandbox bureau: invented people whose files are the same whenever they are asked for. The document is dated
 * today in `timeZone`; its content is that of the month.
 */
export const sandboxCreditData = (timeZone: string): CreditData => ({
  sandbox: true,
  order: null,
  steps: null,
  pull: async request => faults[request.ssn.slice(-4)]?.() ?? pulled(request, timeZone),
})
