import type { LightMyRequestResponse as Response } from 'fastify'
import type { TestApp } from './app.ts'

/** A browser on our page: its cookies, and the CSRF header value required for every write. */

const origin = 'http://127.0.0.1:3000'

/** Cookies by name. */
export type Jar = Record<string, string>

/** The `Cookie` header. */
export const cookieHeader = (jar: Jar): string =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

export type Browser = {
  jar: Jar
  ask: (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    more?: Record<string, string>,
  ) => Promise<Response>
  /** The newest `X-CSRF` value of a response. */
  csrf: () => string | undefined
}

export const browserOf = ({ app }: Pick<TestApp, 'app'>, remoteAddress = '127.0.0.1'): Browser => {
  const jar: Jar = {}
  let csrf: string | undefined
  const ask: Browser['ask'] = async (method, path, body, more = {}) => {
    const answer = await app.http.inject({
      method,
      remoteAddress,
      url: `/api/v1${path}`,
      headers: {
        'x-client': 'web',
        'sec-fetch-site': 'same-origin',
        origin,
        cookie: cookieHeader(jar),
        ...(csrf ? { 'x-csrf': csrf } : {}),
        ...more,
      },
      ...(body ? { payload: body } : {}),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') delete jar[name]
      else jar[name] = value
    }
    const given = answer.headers['x-csrf']
    if (typeof given === 'string') csrf = given
    return answer
  }
  return { jar, ask, csrf: () => csrf }
}
