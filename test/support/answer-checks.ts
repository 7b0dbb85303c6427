import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#api/endpoint.ts'
import { errorCodes } from '#api/errors.ts'
import { endpointErrors } from '#api/openapi.ts'
import { endpointTable } from '#app/api/table.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'

/** Checks of every response in every test. */

export type Asked = { method: string; url: string; idempotencyKey: string | undefined }

const Refused = z.object({ code: z.enum(errorCodes) })

const endpoints = Object.values(endpointTable).flatMap(area =>
  Object.values<Endpoint>(area).map(endpoint => ({
    endpoint,
    path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  })),
)

const pathOf = (url: string) => url.replace('/api/v1', '').replace(/\?.*/, '')

const endpointOf = ({ method, url }: Asked) => {
  const asked = pathOf(url)
  return endpoints.find(({ endpoint, path }) => endpoint.method === method && path.test(asked))?.endpoint
}

/**
 * Endpoints that record their audit event only sometimes: a copied token is detected, a text is STOP, an account was open,
 * letters were not confirmed before or not mailed yet, an answer was recorded, notices were not ended yet.
 */
const actsAtTimes = [
  '/auth/refresh',
  '/manager/refresh',
  '/webhooks/twilio',
  '/manager/end-client-session',
  '/dispute/:disputeId/attest',
  '/dispute/:disputeId/outcome/take-back',
  '/dispute/:disputeId/send-physical',
  '/alerts/unsubscribe',
  '/unsubscribe',
]

/**
 * Checks every response: a refusal is declared by the endpoint; a success of an audited endpoint added its audit row, unless
 * it repeats an earlier response for the same `Idempotency-Key`.
 */
export const answerChecks = (db: Database) => {
  const timesSent = new Map<string, number>()
  const keyOf = ({ url, idempotencyKey }: Asked) => `${pathOf(url)} ${idempotencyKey}`

  const requireDeclared = (asked: Asked, endpoint: Endpoint, answer: Response) => {
    const { code } = Refused.parse(answer.json())
    if (!endpointErrors(endpoint).includes(code))
      throw new Error(`${asked.method} ${asked.url} refuses ${code}, but its description does not say so`)
  }

  const requireNoted = async (asked: Asked, endpoint: Endpoint, answer: Response) => {
    if (endpoint.audit === undefined || actsAtTimes.includes(endpoint.path)) return
    if (asked.idempotencyKey !== undefined && (timesSent.get(keyOf(asked)) ?? 0) > 1) return
    const noted = await db
      .select({ act: auditEvents.act })
      .from(auditEvents)
      .where(eq(auditEvents.requestId, z.uuid().parse(answer.headers['x-request-id'])))
    if (!noted.some(({ act }) => act === endpoint.audit))
      throw new Error(`${asked.method} ${asked.url} left no ${endpoint.audit} in the audit log`)
  }

  return {
    sending: (asked: Asked): void => {
      if (asked.idempotencyKey !== undefined)
        timesSent.set(keyOf(asked), (timesSent.get(keyOf(asked)) ?? 0) + 1)
    },
    answered: async (asked: Asked, answer: Response): Promise<void> => {
      const endpoint = endpointOf(asked)
      if (!endpoint) return
      if (answer.statusCode >= 400) requireDeclared(asked, endpoint, answer)
      else await requireNoted(asked, endpoint, answer)
    },
  }
}
