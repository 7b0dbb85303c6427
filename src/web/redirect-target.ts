/** Where to go after signing in. */
export type RedirectSearch = { next?: string | undefined }

/**
 * Only paths of this site: `//` leads to another one, and so does what browsers treat as `//` (a backslash, or a control
 * character in between, which they drop). The key is always returned, because the router keeps any key of the URL that
 * `validateSearch` omits.
 */
export const parseRedirectTarget = ({ next }: Record<string, unknown>): RedirectSearch => ({
  next: typeof next === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(next) ? next : undefined,
})
