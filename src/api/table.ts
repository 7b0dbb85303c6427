import { credit } from '#features/credit/contract.ts'
import { disputes } from '#features/disputes/contract.ts'
import { identity } from '#features/identity/contract.ts'
import { reports } from '#features/reports/contract.ts'
import { sandbox } from '#features/sandbox/contract.ts'
import type { Area } from './endpoint.ts'
import { platform } from './platform.ts'

/** Every endpoint of the product, by feature. What is not here is not answered. */
export const table = { identity, reports, credit, disputes, sandbox, platform } as const satisfies Record<
  string,
  Area
>

export type Table = typeof table
