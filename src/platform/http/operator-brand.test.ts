import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { defaultOperator } from '../config/operator-settings.ts'
import { type OperatorBrand, serveBrand } from './operator-brand.ts'

const shell = readFileSync(new URL('../../app/web/index.html', import.meta.url), 'utf8')

const served = (brand: OperatorBrand) => {
  const app = Fastify()
  const html = serveBrand(app, brand)(shell)
  const get = async (url: string) => (await app.inject(url)).body
  return { html, get }
}

it('changes only the manifest without an operator', async () => {
  const { html, get } = served(defaultOperator)
  expect(html.replace('<link rel="manifest" href="/app.webmanifest" />', '')).toBe(shell)
  expect(JSON.parse(await get('/app.webmanifest'))).toMatchObject({
    name: 'Fairfile',
    display: 'standalone',
    icons: [
      { src: '/icon.svg' },
      { src: '/icon-192.png' },
      { src: '/icon-512.png' },
      { src: '/icon-maskable-512.png', purpose: 'maskable' },
    ],
  })
})

it("puts the operator's name, escaped, into the title and everywhere else on the page", async () => {
  const { html, get } = served({ ...defaultOperator, name: "Bell & $& Sons' Credit", senderName: 'Bell' })
  expect(html).not.toContain('Fairfile')
  expect(html).toContain("<title>Bell &amp; $&amp; Sons' Credit</title>")
  expect(html).toContain(`data-name="Bell &amp; $&amp; Sons' Credit"`)
  expect(JSON.parse(await get('/app.webmanifest'))).toMatchObject({
    name: "Bell & $& Sons' Credit",
    short_name: 'Bell',
  })
})

it('adds the colors and the logo in a separate style sheet', async () => {
  const logo = {
    svg: new URL('../../app/web/public/icon.svg', import.meta.url).pathname,
    png: new URL('../../app/web/public/icon-180.png', import.meta.url).pathname,
  }
  const { html, get } = served({ ...defaultOperator, colors: { light: '#1d4ed8', dark: '#a9c4ff' }, logo })
  const [, href = ''] = /<link rel="stylesheet" href="(\/operator\.css\?v=[0-9a-f]{8})"/.exec(html) ?? []
  const css = await get(href)
  expect(css).toContain('--primary:light-dark(#1d4ed8,#a9c4ff)')
  expect(css).toContain('--on-primary:light-dark(#ffffff,#0d1316)')
  expect(css).toContain('url("/operator-logo.svg?v=')
  expect(html).not.toContain('/icon.svg')
  expect(html).toMatch(/<link rel="icon" href="\/operator-logo\.svg\?v=[0-9a-f]{8}" type="image\/svg\+xml"/)
  expect(html).toMatch(/<link rel="apple-touch-icon" href="\/operator-logo\.png\?v=/)
  expect(await get('/operator-logo.svg')).toContain('<svg')
})
