import { post, registerNewUser } from '#test/support/people/new-user.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import { address } from './journey.ts'

/** A new person (see `registerNewPerson`) with a report of her own, in which there is much to dispute. */
export const personWithReport = async (number: number, plan: 'free' | 'max') => {
  const { phoneNumber, accessToken } = await registerNewUser(address, number)
  const body = new FormData()
  body.append('file', new File([mayasDocument], 'report.json', { type: 'application/json' }))
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${address}/api/v1/credit/reports/import`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`The import answered ${answer.status}.`)
  if (plan === 'max') await post(address, '/user/max-plan', { enabled: true }, accessToken)
  return { phoneNumber, accessToken }
}
