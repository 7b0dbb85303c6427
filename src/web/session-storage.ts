import type { SessionName } from './endpoint-manifest.ts'

/**
 * Which sessions this browser has: a user's, which may be a client account that a manager opened, and a manager's.
 * The tokens are in HttpOnly cookies. Storage contains only markers, ids and flags.
 */
export type Session = {
  signedIn: boolean
  manager: boolean
  /** To show where the user signs in again. */
  notice: string | null
  /** Why this page was loaded, if the previous page stored a reason. */
  reason: ReloadReason | null
  /** Signed in on this page, not restored. */
  startedOnThisPage: boolean
}

type ReloadReason = 'user_expired' | 'manager_expired' | 'client_opened'

export const expiredMessages: Readonly<Record<SessionName, string>> = {
  user: 'User session expired',
  manager: 'Manager session expired',
}

const reloadNotices = {
  user_expired: expiredMessages.user,
  manager_expired: expiredMessages.manager,
  client_opened: null,
} satisfies Record<ReloadReason, string | null>

const isReloadReason = (stored: string | null): stored is ReloadReason =>
  stored !== null && Object.hasOwn(reloadNotices, stored)

const cookie = /^cookie$/

/** What this page writes under each key. Anything else is corrupt. */
const userFormats = {
  accessToken: cookie,
  refreshToken: cookie,
  user: /^\{"id":"[\w-]+"\}$/,
  subscriptionTier: /^(free|max)$/,
}
const managerFormats = {
  managerAccessToken: cookie,
  managerRefreshToken: cookie,
  manager: /^\{"id":"[\w-]+","role":"\w+"\}$/,
  managerSession: /^\{"loginTime":"[\dT:.Z-]+"(,"clientPhoneNumber":"•••-•••-\d{4}")?\}$/,
}

const readKey = (key: string): string | null => localStorage.getItem(key)
const writeKey = (key: string, value: unknown) =>
  localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))

/** The access marker is removed first and written last, so that no other tab sees half a session. */
const removeKeys = (formats: object) => {
  for (const key of Object.keys(formats)) localStorage.removeItem(key)
}

/** Whether every stored key has its format, and none exists without token and owner. */
const isValid = (formats: Readonly<Record<string, RegExp>>, token: string, owner: string): boolean =>
  Object.entries(formats).every(([key, format]) => {
    const text = readKey(key)
    return text === null || (format.test(text) && readKey(token) !== null && readKey(owner) !== null)
  })

const readStoredSession = () => ({
  signedIn: readKey('accessToken') !== null,
  manager: readKey('managerAccessToken') !== null,
})

const reasonKey = 'notice'

/** If anything in storage is corrupt, all of it is cleared. */
const restoreSession = (): Session => {
  if (
    !isValid(userFormats, 'accessToken', 'user') ||
    !isValid(managerFormats, 'managerAccessToken', 'manager')
  ) {
    removeKeys(userFormats)
    removeKeys(managerFormats)
  }
  const stored = sessionStorage.getItem(reasonKey)
  sessionStorage.removeItem(reasonKey)
  const reason = isReloadReason(stored) ? stored : null
  return { ...readStoredSession(), notice: reason && reloadNotices[reason], reason, startedOnThisPage: false }
}

let session: Session = restoreSession()
const listeners = new Set<() => void>()

const updateSession = (next: Partial<Session>) => {
  session = { notice: null, reason: null, startedOnThisPage: false, ...readStoredSession(), ...next }
  for (const listener of listeners) listener()
}

export const currentSession = (): Session => session

/** Returns the function that unsubscribes. */
export const subscribeToSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const hasRefreshMarker = (name: SessionName): boolean =>
  readKey(name === 'user' ? 'refreshToken' : 'managerRefreshToken') !== null

/** The stored owner of the user's session. */
export const storedUser = (): string | null => readKey('user')

/** Whether the user's session is a client account that this browser's manager opened. */
export const isImpersonating = (): boolean => readKey('managerSession')?.includes('client') ?? false

/** Where to sign in again. A manager without an open client account opens the next one there. */
export const signInPath = (): '/manager' | '/login' =>
  session.manager || session.reason === 'manager_expired' ? '/manager' : '/login'

const lastFour = /\d{4}$/

/** Stores the last digits of the client's phone number with the manager's session; null when no client is open. */
const storeImpersonatedClient = (phoneNumber: string | null) => {
  const loginTime = /"loginTime":"([^"]+)"/.exec(readKey('managerSession') ?? '')?.[1]
  if (!loginTime) return
  const end = phoneNumber === null ? null : lastFour.exec(phoneNumber)
  writeKey('managerSession', { loginTime, ...(end ? { clientPhoneNumber: `•••-•••-${end[0]}` } : {}) })
}

/** With `phoneNumber`, the session is that of a client whose account a manager opened. */
export const storeUserSession = (
  user: { id: string; subscription: boolean },
  phoneNumber: string | null = null,
) => {
  removeKeys(userFormats)
  storeImpersonatedClient(phoneNumber)
  writeKey('user', { id: user.id })
  writeKey('subscriptionTier', user.subscription ? 'max' : 'free')
  writeKey('refreshToken', 'cookie')
  writeKey('accessToken', 'cookie')
  if (phoneNumber !== null) storeReason('client_opened')
  updateSession({ startedOnThisPage: true })
}

export const storeManagerSession = ({ id, role }: { id: string; role: string }) => {
  writeKey('manager', { id, role })
  writeKey('managerSession', { loginTime: new Date().toISOString() })
  writeKey('managerRefreshToken', 'cookie')
  writeKey('managerAccessToken', 'cookie')
  updateSession({ startedOnThisPage: true })
}

const storeReason = (reason: ReloadReason) => sessionStorage.setItem(reasonKey, reason)

/**
 * Signing out clears both sessions. Leaving an opened client account keeps the manager's. When a manager's session
 * expires, only the client account that it opened ends with it.
 */
const clear = (name: SessionName, signedOut: boolean) => {
  const impersonating = isImpersonating()
  if (name === 'user' || signedOut || impersonating) removeKeys(userFormats)
  if (name === 'manager' || !impersonating) removeKeys(managerFormats)
  else storeImpersonatedClient(null)
}

export const endSession = (notice: string | null, name: SessionName = 'user') => {
  clear(name, true)
  updateSession({ notice })
}

/** Clears a session that the server ended and reloads the page, which then shows a notice. */
export const expireSession = (name: SessionName) => {
  const { signedIn, manager } = readStoredSession()
  // A second call of the page may find out too: keep the manager's session that the first one kept.
  if (name === 'user' ? signedIn : manager) clear(name, false)
  storeReason(name === 'user' ? 'user_expired' : 'manager_expired')
  location.reload()
}

// Signing in or out in one tab applies to all tabs.
addEventListener('storage', () => {
  const { signedIn, manager } = readStoredSession()
  if (signedIn !== session.signedIn || manager !== session.manager) updateSession({})
})
