import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** What the server answers, one after the other, by path; and what it was sent. */
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

it('a shared secret goes along with every call once it is known, and never before', async () => {
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

const sides = [
  { who: 'u', refresh: '/auth/refresh', begin: signIn, Name: 'User', name: 'user', token: 'refreshToken' },
  {
    who: 'm',
    refresh: '/manager/refresh',
    begin: signInManager,
    Name: 'Manager',
    name: 'manager',
    token: 'managerRefreshToken',
  },
] as const

describe.each(sides)("the $name's session", ({ who, refresh, begin, Name, name, token }) => {
  it('is renewed once when it ended, and the act repeated with the same idempotency key', async () => {
    const { sent, answer } = server()
    begin()
    answer('/act', 401, noSession)
    answer(refresh, 200, { accessToken: 'cookie', refreshToken: 'cookie' })
    answer('/act', 201, { done: true })
    expect(await page.send(act, '/act', who)).toEqual({ done: true })
    expect(sent.map(({ path }) => path)).toEqual(['/act', refresh, '/act'])
    expect(sent[2]?.headers['Idempotency-Key']).toBe('one')
  })

  it('is renewed once for calls that failed together', async () => {
    const { sent, answer } = server()
    begin()
    for (const path of ['/a', '/b']) answer(path, 401, noSession)
    answer(refresh, 200, {})
    for (const path of ['/a', '/b']) answer(path, 200, [])
    await Promise.all([page.send(reading, '/a', who), page.send(reading, '/b', who)])
    expect(sent.filter(({ path }) => path === refresh)).toHaveLength(1)
  })

  it('is over in words when it cannot be renewed: forgotten, and the page loaded anew', async () => {
    const { answer } = server()
    begin()
    answer('/a', 401, noSession)
    answer(refresh, 401, {})
    await expect(page.send(reading, '/a', who)).rejects.toMatchObject({
      status: 401,
      message: `${Name} session expired`,
      cause: { message: `${Name} token refresh failed` },
    })
    expect(localStorage.getItem(token)).toBeNull()
    expect(page.reload).toHaveBeenCalledOnce()
  })

  it('is over without a refresh token to renew it by', async () => {
    const { sent, answer } = server()
    begin()
    localStorage.removeItem(token)
    answer('/a', 401, noSession)
    await expect(page.send(reading, '/a', who)).rejects.toMatchObject({
      message: `${Name} session expired`,
      cause: { message: `No ${name} refresh token available` },
    })
    expect(sent).toHaveLength(1)
  })

  it('is over when the server refuses it even after it was renewed', async () => {
    const { sent, answer } = server()
    begin()
    for (const status of [401, 401]) answer('/a', status, noSession)
    answer(refresh, 200, {})
    await expect(page.send(reading, '/a', who)).rejects.toThrow(`${Name} session expired`)
    expect(sent).toHaveLength(3)
  })

  it.each([0, 429, 503])('stands when the server cannot be asked to renew it (%i)', async status => {
    const { answer } = server()
    begin()
    answer('/a', 401, noSession)
    if (status > 0) answer(refresh, status, { message: 'Later.' })
    await expect(page.send(reading, '/a', who)).rejects.toMatchObject({ status })
    expect(localStorage.getItem(token)).toBe('cookie')
    expect(page.reload).not.toHaveBeenCalled()
  })

  it.each(['wrong_code', 'wrong_password', 'totp_required', 'second_proof_required'])(
    'is not taken for ended by a 401 with the code %s',
    async code => {
      const { sent, answer } = server()
      begin()
      answer('/act', 401, { message: 'No.', code })
      await expect(page.send(act, '/act', who)).rejects.toMatchObject({ code })
      expect(sent).toHaveLength(1)
      expect(page.reload).not.toHaveBeenCalled()
    },
  )

  it('sends its proof with acts, and not with readings', async () => {
    const { sent, answer } = server()
    answer('/info', 200, {}, { 'X-CSRF': 'proof' })
    answer('/act', 200, {})
    answer('/a', 200, {})
    await page.send(reading, '/info', who)
    await page.send(act, '/act', who)
    await page.send(reading, '/a', who)
    expect(sent.map(({ headers }) => headers['X-CSRF'])).toEqual([undefined, 'proof', undefined])
    expect(sent.every(({ headers }) => headers['X-Client'] === 'web')).toBe(true)
  })
})

it('keeps the proofs of the two sessions apart; opening a client account gives the one of its user', async () => {
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

it('renews nothing for a call that brings no credential', async () => {
  const { sent, answer } = server()
  signIn()
  answer('/auth/login', 401, noSession)
  await expect(page.send(act, '/auth/login', '-u')).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(1)
  expect(page.currentSession().signedIn).toBe(true)
})

it('says that the server was not reached, after what failed', async () => {
  server()
  await expect(page.send(reading, '/a', 'u')).rejects.toThrow(
    'Failed to fetch disputes. We could not reach the server. Check your connection and try again.',
  )
})

it('takes no answer for good that says itself that it is not, whatever its status', async () => {
  const { answer } = server()
  signIn()
  answer('/act', 200, { success: false })
  await expect(page.send(act, '/act', 'u')).rejects.toThrow('Failed to act')
  answer('/act', 200, { success: false, message: 'The inventory is empty.' })
  await expect(page.send(act, '/act', 'u')).rejects.toThrow('The inventory is empty.')
})
