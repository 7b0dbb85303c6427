import { expect, it, vi } from 'vitest'

const restoredFrom = async (stored: Record<string, string>) => {
  const kept = new Map(Object.entries(stored))
  vi.resetModules()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return { kept, ...(await import('./markers.ts')) }
}

it('restores a session from a token marker and a user', async () => {
  const { currentSession } = await restoredFrom({ accessToken: 'cookie', user: '{"id":"01"}' })
  expect(currentSession().signedIn).toBe(true)
})

it.each([
  ['a user that is no JSON', { accessToken: 'cookie', user: '{' }],
  ['a user without an id', { accessToken: 'cookie', user: '{}' }],
  ['a token without a user', { accessToken: 'cookie', refreshToken: 'cookie' }],
  ['a user without a token', { user: '{"id":"01"}' }],
])('clears %s and asks for sign-in', async (_, stored) => {
  const { kept, currentSession } = await restoredFrom(stored)
  expect(currentSession().signedIn).toBe(false)
  expect([...kept.keys()]).toEqual([])
})

it('stores markers, an id and a flag, and nothing of the person', async () => {
  const { kept, rememberUser } = await restoredFrom({})
  rememberUser({ id: '01', subscription: true })
  expect(Object.fromEntries(kept)).toEqual({
    accessToken: 'cookie',
    refreshToken: 'cookie',
    user: '{"id":"01"}',
    subscriptionTier: 'max',
  })
})

it('clears every key of the specification when a session ends', async () => {
  const stored = { accessToken: 'cookie', user: '{"id":"01"}', manager: '1', managerSession: '1' }
  const { kept, endSession } = await restoredFrom({
    ...stored,
    managerAccessToken: '1',
    managerRefreshToken: '1',
  })
  endSession(null)
  expect(kept.size).toBe(0)
})
