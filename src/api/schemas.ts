import { z } from 'zod'
import { bureaus } from '#values/bureau.ts'

/** Schemas used by several contracts. `.meta({ id })` names a schema in the OpenAPI document. */

export const Bureau = z.enum(bureaus).meta({ id: 'Bureau' })

/** The reply of a change that returns nothing else. */
export const Success = z.object({ success: z.literal(true) }).meta({ id: 'Success' })
