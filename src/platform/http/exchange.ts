import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials } from './access.ts'
import type { Exchange } from './answer.ts'
import { type CookieNaming, cookieNames } from './cookies.ts'

const first = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

/** Whether the web app asks: its secrets travel in cookies, others' in the JSON. */
export const isWeb = (request: FastifyRequest): boolean => request.headers['x-client'] === 'web'

/** Headers that only a proxy adds; whoever sends one is not known to be on this machine. */
const isOfProxy = (name: string) =>
  name.startsWith('x-forwarded-') || ['forwarded', 'via', 'x-real-ip'].includes(name)

/** What a request brings to prove who calls. */
export const credentialsOf = (request: FastifyRequest, naming: CookieNaming): Credentials => ({
  bearer: /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null,
  cookies: {
    user: request.cookies[naming.name(cookieNames.access)] ?? null,
    manager: request.cookies[naming.name(cookieNames.managerAccess)] ?? null,
  },
  csrf: first(request.headers['x-csrf']),
  unsafe: !['GET', 'HEAD', 'OPTIONS'].includes(request.method),
  origin: first(request.headers.origin),
  host: request.headers.host ?? '',
  fetchSite: first(request.headers['sec-fetch-site']),
})

/** The parts of the exchange that handlers may touch. */
export const exchangeOf = (request: FastifyRequest, reply: FastifyReply, naming: CookieNaming): Exchange => {
  const flags = { path: '/', httpOnly: true, sameSite: 'strict', secure: naming.secure } as const
  return {
    web: isWeb(request),
    agent: first(request.headers['user-agent']) ?? '',
    origin: () => ({
      address: request.ip,
      host: request.headers.host ?? '',
      key: first(request.headers['x-sandbox-key']),
      forwarded: Object.keys(request.headers).some(isOfProxy),
    }),
    sent: header => first(request.headers[header]),
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
