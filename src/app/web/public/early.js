// What cannot wait for the program.

// The theme is set before the first paint: the person's choice, else the system's.
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

// A person who is signed in needs data that the server names in the page (src/app/first-load.ts). It is asked for while the program is
// on its way, which takes the answers when it starts (src/app/web/main.tsx).
;(() => {
  const { reads } = document.documentElement.dataset
  if (!reads) return
  let stored
  try {
    stored = ['accessToken', 'user', 'subscriptionTier'].map(key => localStorage.getItem(key))
  } catch {
    return
  }
  const [session, user, tier] = stored
  if (session === null) return
  const secret = document.querySelector('meta[name="shared-secret"]')?.getAttribute('content')
  const headers = { 'X-Client': 'web', ...(secret ? { 'X-Shared-Secret': secret } : {}) }
  const level = tier === 'max' ? '3' : '1'
  /** @type {(text: string) => [area: string, name: string, path: string, fallback: string | null, byLevel: boolean][]} */
  const parse = JSON.parse
  globalThis.firstReads = {
    user,
    reads: parse(reads).map(([area, name, path, fallback, byLevel]) => ({
      key: [area, name],
      entry: ['GET', path, 'u', fallback],
      input: byLevel ? { level } : undefined,
      started: fetch(`/api/v1${path}${byLevel ? `?level=${level}` : ''}`, {
        headers,
        credentials: 'same-origin',
        cache: 'no-store',
      }).catch(() => null),
    })),
  }
})()

// The first use of Intl loads the browser's tables: a tenth of a second on a slow phone, which now waits for the network anyway.
setTimeout(() => {
  const number = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(1)
  const month = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' }).format(0)
  new Intl.ListFormat('en-US').format([number, month])
})
