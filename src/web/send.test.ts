import { beforeEach, expect, it, vi } from 'vitest'

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
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('addEventListener', () => {})
  const markers = await import('./markers.ts')
  const { send } = await import('./send.ts')
  return { ...markers, send }
}

const noSession = { message: 'Sign in to continue.', code: 'no_session' }
const act = { method: 'POST', headers: { 'Idempotency-Key': 'one' }, body: '{}', fallback: 'Failed to act' }
const reading = { method: 'GET', headers: {}, body: undefined, fallback: 'Failed to fetch disputes' }

let page: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  page = await load()
})

const user = { id: '01', subscription: false }

it('renews an ended session once and repeats the act with the same idempotency key', async () => {
  const { sent, answer } = server()
  page.rememberUser(user)
  answer('/act', 401, noSession)
  answer('/auth/refresh', 200, { accessToken: 'cookie', refreshToken: 'cookie' })
  answer('/act', 201, { done: true })
  expect(await page.send(act, '/act')).toEqual({ done: true })
  expect(sent.map(({ path }) => path)).toEqual(['/act', '/auth/refresh', '/act'])
  expect(sent[2]?.headers['Idempotency-Key']).toBe('one')
})

it('renews once for calls that failed together', async () => {
  const { sent, answer } = server()
  page.rememberUser(user)
  for (const path of ['/a', '/b']) answer(path, 401, noSession)
  answer('/auth/refresh', 200, {})
  for (const path of ['/a', '/b']) answer(path, 200, [])
  await Promise.all([page.send(reading, '/a'), page.send(reading, '/b')])
  expect(sent.filter(({ path }) => path === '/auth/refresh')).toHaveLength(1)
})

it('ends the session in words when it cannot be renewed', async () => {
  const { answer } = server()
  page.rememberUser(user)
  answer('/a', 401, noSession)
  answer('/auth/refresh', 401, noSession)
  await expect(page.send(reading, '/a')).rejects.toMatchObject({
    status: 401,
    message: 'User session expired',
  })
  expect(page.currentSession()).toMatchObject({ signedIn: false, notice: 'User session expired' })
  expect(localStorage.getItem('accessToken')).toBeNull()
})

it('keeps the session when the server cannot be asked to renew it', async () => {
  const { answer } = server()
  page.rememberUser(user)
  answer('/a', 401, noSession)
  await expect(page.send(reading, '/a')).rejects.toMatchObject({ status: 0 })
  expect(page.currentSession().signedIn).toBe(true)
})

it('does not take a wrong code for an ended session', async () => {
  const { sent, answer } = server()
  page.rememberUser(user)
  answer('/auth/login', 401, { message: 'That code is not right', code: 'wrong_code' })
  await expect(page.send(act, '/auth/login')).rejects.toMatchObject({ code: 'wrong_code' })
  expect(sent).toHaveLength(1)
  expect(page.currentSession().signedIn).toBe(true)
})

it('sends the proof of this page with acts, and not with readings', async () => {
  const { sent, answer } = server()
  answer('/user/info', 200, {}, { 'X-CSRF': 'proof' })
  answer('/act', 200, {})
  answer('/a', 200, {})
  await page.send(reading, '/user/info')
  await page.send(act, '/act')
  await page.send(reading, '/a')
  expect(sent.map(({ headers }) => headers['X-CSRF'])).toEqual([undefined, 'proof', undefined])
  expect(sent.every(({ headers }) => headers['X-Client'] === 'web')).toBe(true)
})

it('says that the server was not reached, after what failed', async () => {
  server()
  await expect(page.send(reading, '/a')).rejects.toThrow(
    'Failed to fetch disputes. We could not reach the server. Check your connection and try again.',
  )
})
