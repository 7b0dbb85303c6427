/**
 * Whether somebody is signed in, as this browser remembers it. The secrets travel in HttpOnly cookies; storage holds
 * the specification's keys with markers, ids and flags only (decisions section 2).
 */

export type Session = {
  signedIn: boolean
  /** Why the session ended, in words, when the person did not end it. */
  notice: string | null
  /** Signed in on this very page, not restored. */
  startedHere: boolean
}

const keys = [
  'accessToken',
  'refreshToken',
  'user',
  'manager',
  'managerSession',
  'subscriptionTier',
  'managerAccessToken',
  'managerRefreshToken',
] as const

const isMarkerOfUser = (text: string | null): boolean => {
  if (text === null) return false
  try {
    const user: unknown = JSON.parse(text)
    return typeof user === 'object' && user !== null && typeof Reflect.get(user, 'id') === 'string'
  } catch {
    return false
  }
}

const forget = () => {
  for (const key of keys) localStorage.removeItem(key)
}

/** Restores what storage says; stored data that makes no sense is cleared (specification section 4). */
const restored = (): boolean => {
  const whole = localStorage.getItem('accessToken') !== null && isMarkerOfUser(localStorage.getItem('user'))
  if (!whole) forget()
  return whole
}

let session: Session = { signedIn: restored(), notice: null, startedHere: false }
const listeners = new Set<() => void>()

const become = (next: Session) => {
  session = next
  for (const listener of listeners) listener()
}

export const currentSession = (): Session => session

/** Calls back on every change; gives the function that stops it. */
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const hasRefreshMarker = (): boolean => localStorage.getItem('refreshToken') !== null

/** Marks this browser as signed in. */
export const rememberUser = (user: { id: string; subscription: boolean }) => {
  localStorage.setItem('accessToken', 'cookie')
  localStorage.setItem('refreshToken', 'cookie')
  localStorage.setItem('user', JSON.stringify({ id: user.id }))
  localStorage.setItem('subscriptionTier', user.subscription ? 'max' : 'free')
  become({ signedIn: true, notice: null, startedHere: true })
}

/** Clears every stored key; the notice is shown on the sign-in screen. */
export const endSession = (notice: string | null) => {
  forget()
  become({ signedIn: false, notice, startedHere: false })
}

/** Signing in or out in one tab does so in all. */
addEventListener('storage', event => {
  if (event.key !== null && event.key !== 'accessToken') return
  const signedIn = restored()
  if (signedIn !== session.signedIn) become({ signedIn, notice: null, startedHere: false })
})
