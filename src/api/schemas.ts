import { z } from 'zod'
import { bureaus } from '#values/bureau.ts'

/** Schemas of several contracts. `.meta({ id })` names a schema in the OpenAPI document. */

export const Bureau = z.enum(bureaus).meta({ id: 'Bureau' })

/** The reply of a change that has nothing more to tell. */
export const Success = z.object({ success: z.literal(true) }).meta({ id: 'Success' })
