import type { Call } from './client.ts'

export type Theme = 'light' | 'dark'

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const show = (theme: Theme) => {
  document.documentElement.dataset.theme = theme
  for (const tell of listeners) tell()
}

/** The theme that stands, set by `theme.js` before the first paint. */
export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'

/** Tells of every change of the theme until the returned function is called. */
export const subscribeToTheme = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

/** Lets something clear storage without losing the person's choice. */
export const preserveTheme = async <Done>(work: () => Promise<Done>): Promise<Done> => {
  const chosen = localStorage.getItem('theme')
  const done = await work()
  if (chosen !== null) localStorage.setItem('theme', chosen)
  return done
}

/** A call after which the server has the browser forget what it stored; the theme is kept. */
export const withThemePreserved = <Input, Reply>(call: Call<Input, Reply>): Call<Input, Reply> =>
  Object.assign((input: Input) => preserveTheme(() => call(input)), { key: call.key })

/** Keeps the theme as the person's choice. */
export const setTheme = (theme: Theme) => {
  localStorage.setItem('theme', theme)
  show(theme)
}

// Whoever has not chosen follows the system, also while the page is open.
system.addEventListener('change', () => {
  if (localStorage.getItem('theme') === null) show(system.matches ? 'dark' : 'light')
})
