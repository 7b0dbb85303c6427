import type { App } from '#app/app.ts'

/** Requests to an application assembled by a test, such as one with a separate database role. */
export const requestsTo = (app: App) => {
  const ask = (method: 'GET' | 'POST', path: string, payload?: object, token = '') =>
    app.http.inject({
      method,
      url: `/api/v1${path}`,
      ...(payload ? { payload } : {}),
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    })
  /** Signs a user in with the code from the outbox, and returns the access token. */
  const signIn = async (phoneNumber: string): Promise<string> => {
    const response = await ask('POST', '/auth/sms/send', { phoneNumber })
    if (response.statusCode !== 200) throw new Error(`no code was sent: ${response.body}`)
    const { items } = (await ask('GET', '/sandbox/outbox')).json<{ items: { to: string; body: string }[] }>()
    const code = /\b\d{6}\b/.exec(items.find(({ to }) => to === phoneNumber)?.body ?? '')?.[0]
    return (await ask('POST', '/auth/login', { phoneNumber, code })).json<{ accessToken: string }>()
      .accessToken
  }
  return { ask, signIn }
}
