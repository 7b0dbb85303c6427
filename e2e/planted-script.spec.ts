import type { Browser } from '@playwright/test'
import { address, expect, journey } from './journey.ts'

/** Injection attacks: markup that runs, and strings that become markup. Without `open`, which fails on both. */

const newPage = async (browser: Browser) => (await browser.newContext({ baseURL: address })).newPage()

journey('A script injected into the page does not run, however it was injected', async ({ browser }) => {
  const page = await newPage(browser)
  await page.route('https://elsewhere.example/**', route =>
    route.fulfill({ contentType: 'text/javascript', body: "window.planted = 'another site'" }),
  )
  await page.route('**/login', async route => {
    const answer = await route.fetch()
    const planted = `<script>window.planted = 'inline'</script>
      <img src="/nothing.png" onerror="window.planted = 'handler'">
      <a id="bait" href="javascript:window.planted = 'link'">a link</a>
      <iframe src="data:text/html,<script>parent.planted = 'frame'</script>"></iframe>
      <script src="https://elsewhere.example/planted.js"></script>
      <base href="https://elsewhere.example/">`
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('</body>', `${planted}</body>`),
    })
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.locator('#bait').dispatchEvent('click')
  expect(await page.evaluate('window.planted')).toBeUndefined()
  expect(await page.evaluate(() => document.baseURI)).toContain(address)
  await page.context().close()
})

journey('A string does not become markup or script: each sink throws', async ({ browser }) => {
  const page = await newPage(browser)
  await page.goto('/login')
  const took = await page.evaluate(() => {
    const text = '<img src=x onerror="window.planted = true">'
    const sinks: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('div').innerHTML = text),
      outerHTML: () => {
        const inside = document.body.appendChild(document.createElement('div'))
        inside.outerHTML = text
      },
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', text),
      srcdoc: () => (document.createElement('iframe').srcdoc = text),
      parseFromString: () => new DOMParser().parseFromString(text, 'text/html'),
      'script src': () => (document.createElement('script').src = '/planted.js'),
      'script text': () => (document.createElement('script').text = 'window.planted = true'),
    }
    return Object.entries(sinks).filter(([, sink]) => {
      try {
        sink()
        return true
      } catch (error) {
        return !(error instanceof TypeError)
      }
    })
  })
  expect(took.map(([name]) => name)).toEqual([])
  const ownPolicy = page.evaluate("trustedTypes.createPolicy('planted', { createHTML: html => html })")
  await expect(ownPolicy).rejects.toThrow('disallowed')
  expect(await page.evaluate('window.planted')).toBeUndefined()
  await page.context().close()
})
