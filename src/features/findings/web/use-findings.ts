import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { ShownFinding } from '../contract.ts'

export const useFindings = () => useApiQuery(client.findings.list)

export const useFindingCreditorNames = (): ((finding: ShownFinding) => string | null) => {
  const { data } = useApiQuery(client.credit.analytics)
  const accounts = data?.fullReport?.accountInformation ?? []
  return ({ accountId }) => accounts.find(({ id }) => id === accountId)?.creditorName ?? null
}
