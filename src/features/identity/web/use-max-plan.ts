import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'

/** Switches three-bureau access of the user's account; fetches everything that shows bureaus again. */
export const useMaxPlan = () =>
  useApiMutation(client.identity.setMaxPlan, {
    refreshes: [
      client.identity.me,
      client.credit.analytics,
      client.findings.list,
      client.alerts.list,
      client.disputes.list,
    ],
  })
