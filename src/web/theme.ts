export type Theme = 'light' | 'dark'

/** The theme that stands, set by `theme.js` before the first paint. */
export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'

/** Lets something clear storage without losing the person's choice. */
export const keepingTheme = async (work: () => Promise<void>) => {
  const chosen = localStorage.getItem('theme')
  await work()
  if (chosen !== null) localStorage.setItem('theme', chosen)
}

/** Keeps the theme as the person's choice. */
export const keepTheme = (theme: Theme) => {
  document.documentElement.dataset.theme = theme
  localStorage.setItem('theme', theme)
}
