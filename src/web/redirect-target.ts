/** Where to go after signing in. */
export type RedirectSearch = { next?: string | undefined }

/**
 * The place that an address asks to go on to, if it is one of ours: `//` leads to another site, and so does what browsers
 * read as it (a backslash; a control sign between, which they leave out). Like each `validateSearch` it names its key even
 * when there is nothing to give: the router keeps what the address says of every key that is not named.
 */
export const parseRedirectTarget = ({ next }: Record<string, unknown>): RedirectSearch => ({
  next: typeof next === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(next) ? next : undefined,
})
