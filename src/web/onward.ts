/** Where to go after signing in. */
export type Onward = { next?: string }

/**
 * The place that an address asks to go on to, if it is one of ours: `//` leads to another site, and so does what browsers
 * read as it (a backslash; a control sign between, which they leave out).
 */
export const onwardOf = ({ next }: Record<string, unknown>): Onward =>
  typeof next === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(next) ? { next } : {}
