import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials } from './access.ts'
import { type CookieNaming, cookieNames } from './cookies.ts'
import type { HttpContext } from './handler.ts'

const firstValue = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

/** Whether the web app asks: its secrets travel in cookies, others' in the JSON. */
export const isWebClient = (request: FastifyRequest): boolean => request.headers['x-client'] === 'web'

/** Headers that only a proxy adds; whoever sends one is not known to be on this machine. */
const isOfProxy = (name: string) =>
  name.startsWith('x-forwarded-') || ['forwarded', 'via', 'x-real-ip'].includes(name)

/** What a request brings to prove who calls. */
export const readCredentials = (request: FastifyRequest, naming: CookieNaming): Credentials => ({
  bearer: /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null,
  cookies: {
    user: request.cookies[naming.name(cookieNames.access)] ?? null,
    manager: request.cookies[naming.name(cookieNames.managerAccess)] ?? null,
  },
  csrf: firstValue(request.headers['x-csrf']),
  unsafe: !['GET', 'HEAD', 'OPTIONS'].includes(request.method),
  origin: firstValue(request.headers.origin),
  host: request.headers.host ?? '',
  fetchSite: firstValue(request.headers['sec-fetch-site']),
})

/** The parts of the exchange that handlers may touch. */
export const createHttpContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  naming: CookieNaming,
): HttpContext => {
  const flags = { path: '/', httpOnly: true, sameSite: 'strict', secure: naming.secure } as const
  return {
    web: isWebClient(request),
    userAgent: firstValue(request.headers['user-agent']) ?? '',
    origin: () => ({
      address: request.ip,
      host: request.headers.host ?? '',
      key: firstValue(request.headers['x-sandbox-key']),
      forwarded: Object.keys(request.headers).some(isOfProxy),
    }),
    requestHeader: header => firstValue(request.headers[header]),
    cookie: name => request.cookies[naming.name(name)] ?? null,
    setCookie: (name, value, maxAgeSeconds) => {
      reply.setCookie(
        naming.name(name),
        value,
        maxAgeSeconds === null ? flags : { ...flags, maxAge: maxAgeSeconds },
      )
    },
    clearCookie: name => {
      reply.clearCookie(naming.name(name), flags)
    },
    header: (name, value) => {
      reply.header(name, value)
    },
  }
}
