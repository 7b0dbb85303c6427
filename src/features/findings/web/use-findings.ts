import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { ShownFinding } from '../contract.ts'

/** What the finder found in what the plan shows, the weightiest first; with the states of its reading. */
export const useFindings = () => useApiQuery(client.findings.list)

/** Tells the creditor of the account that a finding is about; null of anything else, and before the report is there. */
export const useFindingCreditorNames = (): ((finding: ShownFinding) => string | null) => {
  const { data } = useApiQuery(client.credit.analytics)
  const accounts = data?.fullReport?.accountInformation ?? []
  return ({ accountId }) => accounts.find(({ id }) => id === accountId)?.creditorName ?? null
}
