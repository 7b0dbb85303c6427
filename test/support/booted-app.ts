import type { App } from '#app/app.ts'

/** Requests to an application that a test put together itself, such as one under a database role of its own. */
export const requestsTo = (app: App) => {
  const ask = (method: 'GET' | 'POST', path: string, payload?: object, token = '') =>
    app.http.inject({
      method,
      url: `/api/v1${path}`,
      ...(payload ? { payload } : {}),
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    })
  /** Signs a person in by the code of the outbox, and returns the access token. */
  const signIn = async (phoneNumber: string): Promise<string> => {
    const asked = await ask('POST', '/auth/sms/send', { phoneNumber })
    if (asked.statusCode !== 200) throw new Error(`no code was sent: ${asked.body}`)
    const { items } = (await ask('GET', '/sandbox/outbox')).json<{ items: { to: string; body: string }[] }>()
    const code = /\b\d{6}\b/.exec(items.find(({ to }) => to === phoneNumber)?.body ?? '')?.[0]
    return (await ask('POST', '/auth/login', { phoneNumber, code })).json<{ accessToken: string }>()
      .accessToken
  }
  return { ask, signIn }
}
