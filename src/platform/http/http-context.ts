import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials } from './access.ts'
import type { HttpContext } from './handler.ts'

/**
 * Cookie names and flags. Over https they are `__Host-` and Secure; plain http exists only on loopback, where
 * browsers accept neither, so the name ends in the port instead: two servers on one machine share no cookie.
 */
export type CookieNaming = { name: (short: string) => string; secure: boolean }

export const createCookieNaming = (publicUrl: URL): CookieNaming =>
  publicUrl.protocol === 'https:'
    ? { name: short => `__Host-${short}`, secure: true }
    : { name: short => `${short}_${publicUrl.port || '80'}`, secure: false }

/**
 * The access and refresh tokens of users and managers, the browser that requested codes, and the trusted
 * device of a manager. A manager impersonating a client holds both pairs.
 */
export const cookieNames = {
  access: 'cr_ua',
  refresh: 'cr_ur',
  managerAccess: 'cr_ma',
  managerRefresh: 'cr_mr',
  browser: 'cr_br',
  managerDevice: 'cr_md',
} as const

const firstValue = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

/** Whether the request is from the web app: its secrets are sent in cookies, others' in the JSON. */
export const isWebClient = (request: FastifyRequest): boolean => request.headers['x-client'] === 'web'

/** Headers only a proxy adds; a request with one may come from another machine. */
const isOfProxy = (name: string) =>
  name.startsWith('x-forwarded-') || ['forwarded', 'via', 'x-real-ip'].includes(name)

/** The credentials of a request. */
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

/** The parts of the request and response that handlers may use. */
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
