// Sets the theme before the first paint: the person's choice, else the system's.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // storage may be closed to us; the system decides then
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
