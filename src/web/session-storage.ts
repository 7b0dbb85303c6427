import type { SessionName } from './endpoint-manifest.ts'

/**
 * Who is signed in, as this browser remembers it: a user, in the own account or in one that a manager opened, and a
 * manager. The secrets travel in HttpOnly cookies; storage holds the specification's keys with markers, ids and flags
 * only (decisions section 2).
 */

export type Session = {
  /** A user's session stands, own or opened. */
  signedIn: boolean
  /** A manager's session stands. */
  manager: boolean
  /** Why a session ended, in words, when nobody ended it. */
  notice: string | null
  /** Signed in on this very page, not restored. */
  startedOnThisPage: boolean
}

const cookie = /^cookie$/

/** Every key with what this page writes there; anything else is corrupt. */
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

/** The access marker goes first and comes last, so that no other tab ever sees half a session. */
const removeKeys = (forms: object) => {
  for (const key of Object.keys(forms)) localStorage.removeItem(key)
}

/** What is there of one session is in its form, and its token and its owner are there together. */
const isValid = (forms: Readonly<Record<string, RegExp>>, token: string, owner: string): boolean =>
  Object.entries(forms).every(([key, form]) => {
    const text = readKey(key)
    return text === null || (form.test(text) && readKey(token) !== null && readKey(owner) !== null)
  })

const readStoredSession = () => ({
  signedIn: readKey('accessToken') !== null,
  manager: readKey('managerAccessToken') !== null,
})

const noticeKey = 'notice'

/** The notice that the page loaded next has just been switched to a client's account. */
export const switched = 'switched'

/** Restores what storage says; when any of it makes no sense all is cleared (specification section 4). */
const restoreSession = (): Session => {
  if (
    !isValid(userFormats, 'accessToken', 'user') ||
    !isValid(managerFormats, 'managerAccessToken', 'manager')
  ) {
    removeKeys(userFormats)
    removeKeys(managerFormats)
  }
  const notice = sessionStorage.getItem(noticeKey)
  sessionStorage.removeItem(noticeKey)
  return { ...readStoredSession(), notice, startedOnThisPage: false }
}

let session: Session = restoreSession()
const listeners = new Set<() => void>()

const updateSession = (next: Partial<Session>) => {
  session = { notice: null, startedOnThisPage: false, ...readStoredSession(), ...next }
  for (const listener of listeners) listener()
}

/** The session as it stands. */
export const currentSession = (): Session => session

/** Calls back on every change; gives the function that stops it. */
export const subscribeToSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a session of that side can be renewed. */
export const hasRefreshMarker = (who: SessionName): boolean =>
  readKey(who === 'u' ? 'refreshToken' : 'managerRefreshToken') !== null

/** Whether the user's session is a client account that this browser's manager opened. */
export const isImpersonating = (): boolean => readKey('managerSession')?.includes('client') ?? false

const lastFour = /\d{4}$/

/** Where one enters again: a manager who is left without a client opens the next one. */
export const signInPath = (): '/manager' | '/login' =>
  session.manager || session.notice?.startsWith('Manager') ? '/manager' : '/login'

/**
 * Notes on the manager's session which client it has open, only by the end of the phone number; null for none
 * (security-reliability D1.4).
 */
const storeImpersonatedClient = (phoneNumber: string | null) => {
  const loginTime = /"loginTime":"([^"]+)"/.exec(readKey('managerSession') ?? '')?.[1]
  if (!loginTime) return
  const end = phoneNumber === null ? null : lastFour.exec(phoneNumber)
  writeKey('managerSession', { loginTime, ...(end ? { clientPhoneNumber: `•••-•••-${end[0]}` } : {}) })
}

/** Marks this browser as signed in: as the user, or with `phoneNumber` as a manager in that client's account. */
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
  if (phoneNumber !== null) sessionStorage.setItem(noticeKey, switched)
  updateSession({ startedOnThisPage: true })
}

/** Marks this browser as a manager's. */
export const storeManagerSession = ({ id, role }: { id: string; role: string }) => {
  writeKey('manager', { id, role })
  writeKey('managerSession', { loginTime: new Date().toISOString() })
  writeKey('managerRefreshToken', 'cookie')
  writeKey('managerAccessToken', 'cookie')
  updateSession({ startedOnThisPage: true })
}

/**
 * Clears what a session left. Signing out clears both sessions, but leaving an opened client account leaves the
 * manager; a manager's session that is over takes only the account with it that it had opened.
 */
const clear = (who: SessionName, signedOut: boolean) => {
  const opened = isImpersonating()
  if (who === 'u' || signedOut || opened) removeKeys(userFormats)
  if (who === 'm' || !opened) removeKeys(managerFormats)
  else storeImpersonatedClient(null)
}

/** A session was ended by its owner; the notice is shown where one enters again. */
export const endSession = (notice: string | null, who: SessionName = 'u') => {
  clear(who, true)
  updateSession({ notice })
}

/** A session is over: it is forgotten, and the page is loaded anew to say so (specification section 8). */
export const expireSession = (notice: string, who: SessionName) => {
  clear(who, false)
  sessionStorage.setItem(noticeKey, notice)
  location.reload()
}

/** Signing in or out in one tab does so in all. */
addEventListener('storage', () => {
  const { signedIn, manager } = readStoredSession()
  if (signedIn !== session.signedIn || manager !== session.manager) updateSession({})
})
