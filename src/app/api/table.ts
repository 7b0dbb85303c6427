import type { EndpointGroup } from '#api/endpoint.ts'
import { platform } from '#api/platform.ts'
import { account } from '#features/account/contract.ts'
import { agreement } from '#features/agreement/contract.ts'
import { alerts } from '#features/alerts/contract.ts'
import { checklist } from '#features/checklist/contract.ts'
import { costs } from '#features/costs/contract.ts'
import { credit } from '#features/credit/contract.ts'
import { desk } from '#features/desk/contract.ts'
import { disputes } from '#features/disputes/contract.ts'
import { freezes } from '#features/disputes/freezes/contract.ts'
import { documents } from '#features/documents/contract.ts'
import { findings } from '#features/findings/contract.ts'
import { identity } from '#features/identity/contract.ts'
import { integrations } from '#features/integrations/contract.ts'
import { legal } from '#features/legal/contract.ts'
import { mailing } from '#features/mailing/contract.ts'
import { planning } from '#features/planning/contract.ts'
import { reports } from '#features/reports/contract.ts'
import { auditLog } from '#features/staff/audit-log-contract.ts'
import { clients } from '#features/staff/client-contract.ts'
import { staff } from '#features/staff/contract.ts'
import { intake } from '#features/staff/intake-contract.ts'
import { tradelines } from '#features/tradelines/contract.ts'
import { verification } from '#features/verification/contract.ts'
import { voice } from '#features/voice/contract.ts'
import { sandbox } from '#sandbox/contract.ts'

/** Every endpoint of the product, by feature. Requests to anything else are not found. */
export const endpointTable = {
  identity,
  staff,
  clients,
  intake,
  auditLog,
  verification,
  account,
  reports,
  credit,
  findings,
  alerts,
  disputes,
  freezes,
  agreement,
  documents,
  legal,
  mailing,
  tradelines,
  voice,
  checklist,
  planning,
  desk,
  costs,
  integrations,
  sandbox,
  platform,
} as const satisfies Record<string, EndpointGroup>

export type EndpointTable = typeof endpointTable
