import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { screenFiles } from '#app/first-load.ts'
import { secretsIn } from '#test/support/secret-text.ts'
import { address, journey } from './journey.ts'
import { visit } from './settled.ts'

const built = path.join(import.meta.dirname, '..', 'dist')

/** Files sent to every visitor (OWASP ASVS 5.0.0, 13.3.1; CWE-798). */
journey('The built page contains no secret', () => {
  const files = globSync('**/*.{js,css,html,json,svg,txt,webmanifest}', { cwd: built })
  expect(files.some(file => file.endsWith('.js'))).toBe(true)
  const found = files.flatMap(file =>
    secretsIn(readFileSync(path.join(built, file), 'utf8')).map(kind => `${file}: ${kind}`),
  )
  expect(found).toEqual([])
})

journey('Every file referenced by the page is in the build', () => {
  const html = readFileSync(path.join(built, 'web', 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = '']) => file)
  expect(named).not.toEqual([])
  const missing = named.filter(file => !existsSync(path.join(built, 'web', file)))
  expect(missing).toEqual([])
})

journey(
  'The page references the files of the screen at its URL, and only documents have the headers for documents',
  async ({ request }) => {
    const linked = async (start: string) => {
      const answer = await request.get(`${address}${start}`, { headers: { accept: 'text/html' } })
      expect(answer.headers()['content-security-policy']).toContain("default-src 'none'")
      return [...(await answer.text()).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g)].map(
        ([, file = '']) => file,
      )
    }
    const common = await linked('/login')
    for (const [start, ...needed] of screenFiles) {
      const files = await linked(start)
      for (const file of needed)
        expect(files, start).toContainEqual(
          expect.stringMatching(new RegExp(`/${path.basename(file, '.tsx')}-[\\w-]+\\.js$`)),
        )
      if (start !== '/login') expect(files.length, start).toBeGreaterThan(common.length)
    }
    const [script = ''] = common
    expect((await request.get(`${address}${script}`)).headers()).not.toHaveProperty('content-security-policy')
    const worker = globSync('assets/*-worker-*.js', { cwd: path.join(built, 'web') })
    expect(worker).not.toEqual([])
    for (const file of worker)
      expect((await request.get(`${address}/${file}`)).headers()['content-security-policy']).toContain(
        "default-src 'none'",
      )
  },
)

journey(
  'The first data of a screen is fetched once, before its script, and only for a signed-in user',
  async ({ open }) => {
    const report = ['/credit/analytics?level=3', '/credit/findings', '/user/info']
    const wizard = [
      '/credit/analytics',
      '/credit/findings',
      '/dispute/draft/account',
      '/documents',
      '/user/info',
    ]
    for (const [start, signedIn, first] of [
      ['/analytics/report', true, report],
      ['/disputes/new/account', true, wizard],
      ['/analytics/report', false, []],
    ] as const) {
      const page = await open({ signedIn, fresh: true })
      const requests: string[] = []
      page.on('request', request => {
        const { pathname, search } = new URL(request.url())
        if (/^\/api\/v1\/(credit|dispute\/draft|documents|user\/info)/.test(pathname))
          requests.push(pathname.replace('/api/v1', '') + search)
      })
      await page.route('**/assets/index-*.js', route =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
      await page.goto(start)
      expect(requests.toSorted()).toEqual(first)
      if (!signedIn) continue
      await page.unroute('**/assets/index-*.js')
      requests.length = 0
      await visit(page, start)
      expect(requests.toSorted()).toEqual(first)
    }
  },
)

journey(
  'The first paint has its font and ends at the fold; an anchor below it, or a reload, is rendered immediately',
  async ({ open }) => {
    const page = await open({ signedIn: true, fresh: true })
    await page.route('**/assets/inter-basic-*', async route => {
      const font = await route.fetch()
      // Arrives after the script, as on a slow phone.
      await new Promise(resolve => setTimeout(resolve, 300))
      await route.fulfill({ response: font })
    })
    await page.addInitScript(() => {
      // The page draws without the font after 800 ms, which a busy machine may exceed.
      window.setTimeout = new Proxy(window.setTimeout, {
        apply: (timer, self, [act, after]: [() => void, number?]) =>
          Reflect.apply(timer, self, [act, after === 800 ? 30_000 : after]),
      })
      new MutationObserver((_changes, observer) => {
        if (document.getElementById('main')?.querySelector('[role="tabpanel"] h2') == null) return
        observer.disconnect()
        document.documentElement.dataset['firstDrawing'] = JSON.stringify({
          font: document.fonts.check('1rem "Inter Variable"'),
          whole: document.getElementById('import-report') !== null,
        })
      }).observe(document, { childList: true, subtree: true })
    })
    const firstDrawing = async () => {
      await page.locator('#import-report').waitFor()
      return JSON.parse((await page.locator('html').getAttribute('data-first-drawing')) ?? 'null') as unknown
    }
    await page.goto('/analytics/overview')
    expect(await firstDrawing()).toEqual({ font: true, whole: false })
    await page.reload()
    expect(await firstDrawing()).toEqual({ font: true, whole: true })
    await page.goto('/livez')
    await page.goto('/analytics/overview#import-report')
    expect(await firstDrawing()).toEqual({ font: true, whole: true })
  },
)
