import type { Who } from './wire.ts'

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
  startedHere: boolean
}

const cookie = /^cookie$/

/** Every key with what this page writes there; anything else is corrupt. */
const userForms = {
  accessToken: cookie,
  refreshToken: cookie,
  user: /^\{"id":"[\w-]+"\}$/,
  subscriptionTier: /^(free|max)$/,
}
const managerForms = {
  managerAccessToken: cookie,
  managerRefreshToken: cookie,
  manager: /^\{"id":"[\w-]+","role":"\w+"\}$/,
  managerSession: /^\{"loginTime":"[\dT:.Z-]+"(,"clientPhoneNumber":"•••-•••-\d{4}")?\}$/,
}

const at = (key: string): string | null => localStorage.getItem(key)
const keep = (key: string, value: unknown) =>
  localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))

/** The access marker goes first and comes last, so that no other tab ever sees half a session. */
const forget = (forms: object) => {
  for (const key of Object.keys(forms)) localStorage.removeItem(key)
}

/** What is there of one session is in its form, and its token and its owner are there together. */
const isSound = (forms: Readonly<Record<string, RegExp>>, token: string, owner: string): boolean =>
  Object.entries(forms).every(([key, form]) => {
    const text = at(key)
    return text === null || (form.test(text) && at(token) !== null && at(owner) !== null)
  })

const stored = () => ({ signedIn: at('accessToken') !== null, manager: at('managerAccessToken') !== null })

const noticeKey = 'notice'

/** The notice that the page loaded next has just been switched to a client's account. */
export const switched = 'switched'

/** Restores what storage says; when any of it makes no sense all is cleared (specification section 4). */
const restored = (): Session => {
  if (!isSound(userForms, 'accessToken', 'user') || !isSound(managerForms, 'managerAccessToken', 'manager')) {
    forget(userForms)
    forget(managerForms)
  }
  const notice = sessionStorage.getItem(noticeKey)
  sessionStorage.removeItem(noticeKey)
  return { ...stored(), notice, startedHere: false }
}

let session: Session = restored()
const listeners = new Set<() => void>()

const become = (next: Partial<Session>) => {
  session = { notice: null, startedHere: false, ...stored(), ...next }
  for (const listener of listeners) listener()
}

/** The session as it stands. */
export const currentSession = (): Session => session

/** Calls back on every change; gives the function that stops it. */
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a session of that side can be renewed. */
export const hasRefreshMarker = (who: Who): boolean =>
  at(who === 'u' ? 'refreshToken' : 'managerRefreshToken') !== null

/** Whether the user's session is a client account that this browser's manager opened. */
export const isOpened = (): boolean => at('managerSession')?.includes('client') ?? false

const lastFour = /\d{4}$/

/** Where one enters again: a manager who is left without a client opens the next one. */
export const entrance = (): '/manager' | '/login' =>
  session.manager || session.notice?.startsWith('Manager') ? '/manager' : '/login'

/**
 * Notes on the manager's session which client it has open, only by the end of the phone number; null for none
 * (security-reliability D1.4).
 */
const noteClient = (phoneNumber: string | null) => {
  const loginTime = /"loginTime":"([^"]+)"/.exec(at('managerSession') ?? '')?.[1]
  if (!loginTime) return
  const end = phoneNumber === null ? null : lastFour.exec(phoneNumber)
  keep('managerSession', { loginTime, ...(end ? { clientPhoneNumber: `•••-•••-${end[0]}` } : {}) })
}

/** Marks this browser as signed in: as the user, or with `phoneNumber` as a manager in that client's account. */
export const rememberUser = (
  user: { id: string; subscription: boolean },
  phoneNumber: string | null = null,
) => {
  forget(userForms)
  noteClient(phoneNumber)
  keep('user', { id: user.id })
  keep('subscriptionTier', user.subscription ? 'max' : 'free')
  keep('refreshToken', 'cookie')
  keep('accessToken', 'cookie')
  if (phoneNumber !== null) sessionStorage.setItem(noticeKey, switched)
  become({ startedHere: true })
}

/** Marks this browser as a manager's. */
export const rememberManager = ({ id, role }: { id: string; role: string }) => {
  keep('manager', { id, role })
  keep('managerSession', { loginTime: new Date().toISOString() })
  keep('managerRefreshToken', 'cookie')
  keep('managerAccessToken', 'cookie')
  become({ startedHere: true })
}

/**
 * Clears what a session left. Signing out clears both sessions, but leaving an opened client account leaves the
 * manager; a manager's session that is over takes only the account with it that it had opened.
 */
const clear = (who: Who, signedOut: boolean) => {
  const opened = isOpened()
  if (who === 'u' || signedOut || opened) forget(userForms)
  if (who === 'm' || !opened) forget(managerForms)
  else noteClient(null)
}

/** A session was ended by its owner; the notice is shown where one enters again. */
export const endSession = (notice: string | null, who: Who = 'u') => {
  clear(who, true)
  become({ notice })
}

/** A session is over: it is forgotten, and the page is loaded anew to say so (specification section 8). */
export const expireSession = (notice: string, who: Who) => {
  clear(who, false)
  sessionStorage.setItem(noticeKey, notice)
  location.reload()
}

/** Signing in or out in one tab does so in all. */
addEventListener('storage', () => {
  const { signedIn, manager } = stored()
  if (signedIn !== session.signedIn || manager !== session.manager) become({})
})
