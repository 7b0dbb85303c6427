import { afterAll, expect, it, vi } from 'vitest'

const storeOf = (stored: Record<string, string>) => {
  const kept = new Map(Object.entries(stored))
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage }
}

const restoredFrom = async (stored: Record<string, string>, ofTab: Record<string, string> = {}) => {
  const { kept, storage } = storeOf(stored)
  const tab = storeOf(ofTab)
  const listeners: (() => void)[] = []
  const reload = vi.fn<() => void>()
  vi.resetModules()
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener))
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', tab.storage)
  vi.stubGlobal('location', { reload })
  const otherTab = (change: (storage: Map<string, string>) => void) => {
    change(kept)
    for (const listener of listeners) listener()
  }
  return { kept, tab: tab.kept, reload, otherTab, ...(await import('./session-storage.ts')) }
}

afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const user = {
  accessToken: 'cookie',
  refreshToken: 'cookie',
  user: '{"id":"01-a"}',
  subscriptionTier: 'free',
}
const manager = {
  managerAccessToken: 'cookie',
  managerRefreshToken: 'cookie',
  manager: '{"id":"02-b","role":"agent"}',
  managerSession: '{"loginTime":"2026-11-20T12:00:00.000Z"}',
}
const opened = {
  ...user,
  ...manager,
  managerSession: '{"loginTime":"2026-11-20T12:00:00.000Z","clientPhoneNumber":"•••-•••-0143"}',
}

it('restores each session alone and both together', async () => {
  expect((await restoredFrom(user)).currentSession()).toMatchObject({ signedIn: true, manager: false })
  expect((await restoredFrom(manager)).currentSession()).toMatchObject({ signedIn: false, manager: true })
  const both = await restoredFrom(opened)
  expect(both.currentSession()).toMatchObject({ signedIn: true, manager: true })
  expect(both.isImpersonating()).toBe(true)
})

it('restores a session from only its token and user', async () => {
  const { currentSession } = await restoredFrom({ accessToken: 'cookie', user: '{"id":"01"}' })
  expect(currentSession().signedIn).toBe(true)
})

const hostile = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  'true',
  '0',
  '{}',
  '{"id":1}',
  '{"id":null}',
  '{"id":"01","id":{}}',
  '{"__proto__":{"id":"01"}}',
  '<img src=x onerror=alert(1)>',
  '{"id":"<script>"}',
  'cookie\n',
  'undefined',
  '\u0000',
  '9'.repeat(100_000),
  '['.repeat(10_000),
  '{"loginTime":"2026","clientPhoneNumber":"+12025550143"}',
  '{"loginTime":{},"clientPhoneNumber":[]}',
]

it.each(Object.keys(opened))('clears everything when %s contains what this page never wrote', async key => {
  for (const value of hostile) {
    const { kept, currentSession } = await restoredFrom({ ...opened, [key]: value })
    expect(currentSession(), value.slice(0, 40)).toMatchObject({ signedIn: false, manager: false })
    expect([...kept.keys()], value.slice(0, 40)).toEqual([])
  }
})

it.each([
  ['a token without a user', { accessToken: 'cookie', refreshToken: 'cookie' }],
  ['a user without a token', { user: '{"id":"01"}' }],
  ["a manager's token without a manager", { managerAccessToken: 'cookie' }],
  ['a manager without a token', { manager: manager.manager, managerSession: manager.managerSession }],
])('clears %s', async (_, stored) => {
  const { kept, currentSession } = await restoredFrom(stored)
  expect(currentSession()).toMatchObject({ signedIn: false, manager: false })
  expect([...kept.keys()]).toEqual([])
})

it('stores markers, ids and flags, and no personal data', async () => {
  const { kept, storeUserSession, storeManagerSession } = await restoredFrom({})
  storeManagerSession({ id: '02', role: 'admin' })
  storeUserSession({ id: '01', subscription: true }, '+12025550143')
  const { managerSession = '', ...others } = Object.fromEntries(kept)
  expect(others).toEqual({
    accessToken: 'cookie',
    refreshToken: 'cookie',
    user: '{"id":"01"}',
    subscriptionTier: 'max',
    managerAccessToken: 'cookie',
    managerRefreshToken: 'cookie',
    manager: '{"id":"02","role":"admin"}',
  })
  expect(managerSession).toMatch(
    /^\{"loginTime":"\d{4}-\d\d-\d\dT[\d:.]+Z","clientPhoneNumber":"•••-•••-0143"\}$/,
  )
  const again = await restoredFrom(Object.fromEntries(kept))
  expect(again.currentSession()).toMatchObject({ signedIn: true, manager: true })
})

it('clears every key when a user or a manager signs out', async () => {
  for (const [stored, who] of [
    [user, 'user'],
    [manager, 'manager'],
    [opened, 'manager'],
    [{ ...user, ...manager }, 'user'],
  ] as const) {
    const { kept, endSession, currentSession } = await restoredFrom(stored)
    endSession(null, who)
    expect([...kept.keys()]).toEqual([])
    expect(currentSession()).toMatchObject({ signedIn: false, manager: false })
  }
})

it('keeps the manager when a client account is left or expires', async () => {
  for (const leave of ['end', 'expire'] as const) {
    const { kept, endSession, expireSession } = await restoredFrom(opened)
    if (leave === 'end') endSession(null)
    else expireSession('user')
    expect(Object.fromEntries(kept)).toEqual(manager)
  }
})

it("also ends only the client account when a manager's session expires", async () => {
  const alone = await restoredFrom({ ...user, ...manager })
  alone.expireSession('manager')
  expect(Object.fromEntries(alone.kept)).toEqual(user)
  const inAccount = await restoredFrom(opened)
  inAccount.expireSession('manager')
  expect(inAccount.kept.size).toBe(0)
})

it('keeps the manager when several calls find out that an opened account has ended', async () => {
  const { kept, tab, expireSession } = await restoredFrom(opened)
  for (let call = 0; call < 3; call += 1) expireSession('user')
  expect([...kept.keys()].toSorted()).toEqual(Object.keys(manager).toSorted())
  expect(tab.get('notice')).toBe('user_expired')
})

it('reloads the page when a session expires, with one notice', async () => {
  const { tab, reload, expireSession } = await restoredFrom(user)
  expireSession('user')
  expect(reload).toHaveBeenCalledOnce()
  const reloaded = await restoredFrom({}, Object.fromEntries(tab))
  expect(reloaded.currentSession().notice).toBe('User session expired')
  expect(reloaded.signInPath()).toBe('/login')
  expect(reloaded.tab.size).toBe(0)
})

it.each([
  ['a manager without a client', manager, {}, '/manager'],
  ['a manager whose session expired', {}, { notice: 'manager_expired' }, '/manager'],
  ['a user whose session expired', {}, { notice: 'user_expired' }, '/login'],
  ['anybody with a notice this page never wrote', {}, { notice: 'Manager session expired' }, '/login'],
  ['anybody else', {}, {}, '/login'],
])('sends %s to the right sign-in page', async (_, stored, ofTab, place) => {
  expect((await restoredFrom(stored, ofTab)).signInPath()).toBe(place)
})

it('follows signing in and out in another tab, and never clears what that tab is writing', async () => {
  const { kept, otherTab, currentSession } = await restoredFrom({})
  otherTab(storage => storage.set('user', user.user))
  expect(currentSession().signedIn).toBe(false)
  otherTab(storage => storage.set('accessToken', 'cookie'))
  expect(currentSession().signedIn).toBe(true)
  expect(kept.has('user')).toBe(true)
  otherTab(storage => storage.delete('accessToken'))
  expect(currentSession().signedIn).toBe(false)
})
