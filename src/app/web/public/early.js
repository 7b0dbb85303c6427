// Runs before the scripts are loaded.

// The theme is set before the first paint: the user's choice, otherwise the system's.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // storage may be blocked; then the system decides
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const page = document.documentElement
  page.dataset.theme = dark ? 'dark' : 'light'
  // The bars of a phone's browser and of an installed app have the page's color, also when the theme is switched.
  const tint = () =>
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', page.dataset.theme === 'dark' ? '#0d1316' : '#f9f8f4')
  tint()
  new MutationObserver(tint).observe(page, { attributeFilter: ['data-theme'] })
})()

// A signed-in user needs data that the server names in the page (src/app/first-load.ts). It is requested while the scripts
// are loading; they take the responses when they start (src/app/web/main.tsx).
;(() => {
  const rest = document.querySelector('template')?.content
  const loadRest = () => {
    if (rest) document.head.append(rest)
  }
  const { reads } = document.documentElement.dataset
  if (!reads) return loadRest()
  let stored
  try {
    stored = ['accessToken', 'user', 'subscriptionTier'].map(key => localStorage.getItem(key))
  } catch {
    return loadRest()
  }
  const [session, user, tier] = stored
  if (session === null) return loadRest()
  const secret = document.querySelector('meta[name="shared-secret"]')?.getAttribute('content')
  const headers = { 'X-Client': 'web', ...(secret ? { 'X-Shared-Secret': secret } : {}) }
  const level = tier === 'max' ? '3' : '1'
  /** @type {(text: string) => [area: string, name: string, path: string, fallback: string | null, input: 'level' | { type: string } | null][]} */
  const parse = JSON.parse
  /** @type {(path: string) => Promise<Response | null>} */
  const get = path =>
    fetch(`/api/v1${path}`, { headers, credentials: 'same-origin', cache: 'no-store' }).catch(() => null)
  const started = parse(reads).map(([area, name, path, fallback, input]) => ({
    key: [area, name],
    entry: ['GET', path, 'u', fallback],
    input: input === 'level' ? { level } : (input ?? undefined),
    started: get(input === 'level' ? `${path}?level=${level}` : path.replace(':type', input?.type ?? '')),
  }))
  globalThis.firstReads = { user, reads: started }

  // On a slow network, the libraries come before the screen's scripts, which are evaluated after them, and the font comes
  // last, while they are evaluated.
  const scripts = [...(rest?.querySelectorAll('[rel="modulepreload"]') ?? [])]
  const loaded = scripts.map(script => new Promise(resolve => script.addEventListener('load', resolve)))
  void Promise.all(started.map(read => read.started)).then(() => document.head.append(...scripts))
  void Promise.all(loaded).then(loadRest)
})()

// The first use of Intl loads the browser's tables: a tenth of a second on a slow phone, spent here while waiting for the network.
setTimeout(() => {
  const number = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(1)
  const month = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' }).format(0)
  new Intl.ListFormat('en-US').format([number, month])
})
