import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** Returns responses in order by path, and records the requests. */
const server = () => {
  const sent: { path: string; headers: Record<string, string> }[] = []
  const answers: Record<string, Response[]> = {}
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    const path = url.replace('/api/v1', '')
    sent.push({ path, headers })
    const answer = answers[path]?.shift()
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('network'))
  })
  const answer = (path: string, status: number, body: object, headers: Record<string, string> = {}) => {
    const given = new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
    answers[path] = [...(answers[path] ?? []), given]
  }
  return { sent, answer }
}

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const load = async () => {
  vi.resetModules()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', () => {})
  const markers = await import('./session-storage.ts')
  const { send, setSharedSecret } = await import('./send.ts')
  return { ...markers, send, setSharedSecret, reload }
}

const noSession = { message: 'Sign in to continue.', code: 'no_session' }
const act = {
  method: 'POST',
  headers: { 'Idempotency-Key': 'one' },
  body: '{}',
  fallbackMessage: 'Failed to act',
}
const reading = { method: 'GET', headers: {}, body: undefined, fallbackMessage: 'Failed to fetch disputes' }

afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

let page: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  page = await load()
})

const signIn = () => page.storeUserSession({ id: '01', subscription: false })
const signInManager = () => page.storeManagerSession({ id: '02', role: 'agent' })

it('sends a shared secret with every call once it is set, and never before', async () => {
  const { sent, answer } = server()
  answer('/disputes', 200, [])
  await page.send(reading, '/disputes', '-u')
  page.setSharedSecret('given-by-the-page')
  answer('/disputes', 200, [])
  answer('/act', 201, { done: true })
  await page.send(reading, '/disputes', '-u')
  await page.send(act, '/act', '-u')
  expect(sent.map(({ headers }) => headers['X-Shared-Secret'])).toEqual([
    undefined,
    'given-by-the-page',
    'given-by-the-page',
  ])
})

it('uses an already started fetch once, and sends its own if that failed or the session must be refreshed', async () => {
  const { sent, answer } = server()
  const json = (status: number, body: object) => Promise.resolve(Response.json(body, { status }))
  signIn()
  const started = json(200, { early: true })
  answer('/a', 200, { early: false })
  expect(await page.send({ ...reading, started }, '/a', 'u')).toEqual({ early: true })
  expect(await page.send({ ...reading, started }, '/a', 'u')).toEqual({ early: false })
  answer('/b', 200, { early: false })
  expect(await page.send({ ...reading, started: Promise.resolve(null) }, '/b', 'u')).toEqual({ early: false })
  answer('/auth/refresh', 200, {})
  answer('/c', 200, { early: false })
  const refused = json(401, noSession)
  expect(await page.send({ ...reading, started: refused }, '/c', 'u')).toEqual({ early: false })
  expect(sent.map(({ path }) => path)).toEqual(['/a', '/b', '/auth/refresh', '/c'])
})

const sides = [
  { side: 'u', refresh: '/auth/refresh', begin: signIn, Name: 'User', name: 'user', token: 'refreshToken' },
  {
    side: 'm',
    refresh: '/manager/refresh',
    begin: signInManager,
    Name: 'Manager',
    name: 'manager',
    token: 'managerRefreshToken',
  },
] as const

describe.each(sides)("the $name's session", ({ side, refresh, begin, Name, name, token }) => {
  it('is refreshed once after a 401, and the action is repeated with the same idempotency key', async () => {
    const { sent, answer } = server()
    begin()
    answer('/act', 401, noSession)
    answer(refresh, 200, { accessToken: 'cookie', refreshToken: 'cookie' })
    answer('/act', 201, { done: true })
    expect(await page.send(act, '/act', side)).toEqual({ done: true })
    expect(sent.map(({ path }) => path)).toEqual(['/act', refresh, '/act'])
    expect(sent[2]?.headers['Idempotency-Key']).toBe('one')
  })

  it('is refreshed once for calls that fail concurrently', async () => {
    const { sent, answer } = server()
    begin()
    for (const path of ['/a', '/b']) answer(path, 401, noSession)
    answer(refresh, 200, {})
    for (const path of ['/a', '/b']) answer(path, 200, [])
    await Promise.all([page.send(reading, '/a', side), page.send(reading, '/b', side)])
    expect(sent.filter(({ path }) => path === refresh)).toHaveLength(1)
  })

  it('expires with a message when it cannot be refreshed: it is cleared and the page reloads', async () => {
    const { answer } = server()
    begin()
    answer('/a', 401, noSession)
    answer(refresh, 401, {})
    await expect(page.send(reading, '/a', side)).rejects.toMatchObject({
      status: 401,
      message: `${Name} session expired`,
      cause: { message: `${Name} token refresh failed` },
    })
    expect(localStorage.getItem(token)).toBeNull()
    expect(page.reload).toHaveBeenCalledOnce()
  })

  it('expires without a refresh token', async () => {
    const { sent, answer } = server()
    begin()
    localStorage.removeItem(token)
    answer('/a', 401, noSession)
    await expect(page.send(reading, '/a', side)).rejects.toMatchObject({
      message: `${Name} session expired`,
      cause: { message: `No ${name} refresh token available` },
    })
    expect(sent).toHaveLength(1)
  })

  it('expires when the server refuses it even after a refresh', async () => {
    const { sent, answer } = server()
    begin()
    for (const status of [401, 401]) answer('/a', status, noSession)
    answer(refresh, 200, {})
    await expect(page.send(reading, '/a', side)).rejects.toThrow(`${Name} session expired`)
    expect(sent).toHaveLength(3)
  })

  it.each([0, 429, 503])('stays when the refresh fails temporarily (%i)', async status => {
    const { answer } = server()
    begin()
    answer('/a', 401, noSession)
    if (status > 0) answer(refresh, status, { message: 'Later.' })
    await expect(page.send(reading, '/a', side)).rejects.toMatchObject({ status })
    expect(localStorage.getItem(token)).toBe('cookie')
    expect(page.reload).not.toHaveBeenCalled()
  })

  it.each(['wrong_code', 'wrong_password', 'totp_required', 'second_proof_required'])(
    'is not ended by a 401 with the code %s',
    async code => {
      const { sent, answer } = server()
      begin()
      answer('/act', 401, { message: 'No.', code })
      await expect(page.send(act, '/act', side)).rejects.toMatchObject({ code })
      expect(sent).toHaveLength(1)
      expect(page.reload).not.toHaveBeenCalled()
    },
  )

  it('sends its CSRF token with changes, not with reads', async () => {
    const { sent, answer } = server()
    answer('/info', 200, {}, { 'X-CSRF': 'proof' })
    answer('/act', 200, {})
    answer('/a', 200, {})
    await page.send(reading, '/info', side)
    await page.send(act, '/act', side)
    await page.send(reading, '/a', side)
    expect(sent.map(({ headers }) => headers['X-CSRF'])).toEqual([undefined, 'proof', undefined])
    expect(sent.every(({ headers }) => headers['X-Client'] === 'web')).toBe(true)
  })
})

it('keeps the CSRF tokens of the two sessions apart; opening a client account returns the user’s', async () => {
  const { sent, answer } = server()
  answer('/manager/login', 200, {}, { 'X-CSRF': 'of the manager' })
  answer('/auth/login', 200, {}, { 'X-CSRF': 'of the user' })
  answer('/manager/user-login-as-manager', 200, {}, { 'X-CSRF': 'of the client' })
  answer('/manager/act', 200, {})
  answer('/act', 200, {})
  await page.send(act, '/manager/login', '-m')
  await page.send(act, '/auth/login', '-u')
  await page.send(act, '/manager/user-login-as-manager', 'mu')
  await page.send(act, '/manager/act', 'm')
  await page.send(act, '/act', 'u')
  expect(sent.map(({ headers }) => headers['X-CSRF'])).toEqual([
    undefined,
    undefined,
    'of the manager',
    'of the manager',
    'of the client',
  ])
})

it('does not refresh for a call without a session', async () => {
  const { sent, answer } = server()
  signIn()
  answer('/auth/login', 401, noSession)
  await expect(page.send(act, '/auth/login', '-u')).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(1)
  expect(page.currentSession().signedIn).toBe(true)
})

it('reports what failed and that the server was not reached', async () => {
  server()
  await expect(page.send(reading, '/a', 'u')).rejects.toThrow('Failed to fetch disputes')
})

it('fails on a response with success: false, regardless of its status', async () => {
  const { answer } = server()
  signIn()
  answer('/act', 200, { success: false })
  await expect(page.send(act, '/act', 'u')).rejects.toThrow('Failed to act')
  answer('/act', 200, { success: false, message: 'The inventory is empty.' })
  await expect(page.send(act, '/act', 'u')).rejects.toThrow('The inventory is empty.')
})
