// Sets the theme before the first paint: the person's choice, else the system's.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // storage may be closed to us; the system decides then
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const page = document.documentElement
  page.dataset.theme = dark ? 'dark' : 'light'
  // The bars of a phone's browser and of an installed app are as the page, also when its theme is switched.
  const tint = () =>
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', page.dataset.theme === 'dark' ? '#0d1316' : '#f9f8f4')
  tint()
  new MutationObserver(tint).observe(page, { attributeFilter: ['data-theme'] })
})()
