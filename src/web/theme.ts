import type { Call } from './call.ts'

export type Theme = 'light' | 'dark'

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const show = (theme: Theme) => {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Set by `early.js` before the first paint. */
export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'

/** Returns the function that unsubscribes. */
export const subscribeToTheme = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Runs work that clears storage, but preserves the chosen theme. */
export const preserveTheme = async <Done>(work: () => Promise<Done>): Promise<Done> => {
  const chosen = localStorage.getItem('theme')
  const done = await work()
  if (chosen !== null) localStorage.setItem('theme', chosen)
  return done
}

/** For calls whose response makes the browser clear its storage. */
export const withThemePreserved = <Input, Reply>(call: Call<Input, Reply>): Call<Input, Reply> =>
  Object.assign((input: Input) => preserveTheme(() => call(input)), { key: call.key })

export const setTheme = (theme: Theme) => {
  localStorage.setItem('theme', theme)
  show(theme)
}

// Without a choice, follow the system while the page is open.
system.addEventListener('change', () => {
  if (localStorage.getItem('theme') === null) show(system.matches ? 'dark' : 'light')
})
