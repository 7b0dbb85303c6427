import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { brandTokens, panelColor } from '../config/operator-colors.ts'
import { type OperatorSettings, SOFTWARE_NAME } from '../config/operator-settings.ts'
import { escapeHtml } from './docs-page.ts'

/**
 * The operator's name, logo and colors on the page. They are put into the HTML and into a style sheet from the server,
 * so that the page's scripts are unaffected and the content security policy needs no exception.
 */

export type OperatorBrand = Pick<OperatorSettings, 'name' | 'senderName' | 'colors' | 'logo'>

const ONE_YEAR = 'public, max-age=31536000, immutable'

type Picture = { path: string; type: string; bytes: Buffer }

const readPicture = (file: string | null, path: string, type: string): Picture | null =>
  file === null ? null : { path, type, bytes: readFileSync(file) }

/** The tokens that the operator's colors replace, and the logo next to the name. */
const renderStyles = (colors: OperatorBrand['colors'], mark: string | null): string => {
  const rules: string[] = []
  if (colors) {
    const [light, dark] = [brandTokens('light', colors.light), brandTokens('dark', colors.dark)]
    const tokens = Object.entries(light).map(([name, color]) => {
      const other = Object.entries(dark).find(([token]) => token === name)?.[1] ?? color
      return `--${name}:light-dark(${color},${other})`
    })
    rules.push(`:root{${[...tokens, `--panel:${panelColor(colors.light)}`].join(';')}}`)
  }
  if (mark !== null) {
    const place = '[data-slot="brand"]>span:first-child'
    rules.push(
      `${place}{inline-size:2rem;block-size:2rem;background:url("${mark}") center/contain no-repeat}`,
      `${place} svg{display:none}`,
    )
  }
  return rules.join('\n')
}

/** Serves the style sheet, the images and the manifest; returns a function that applies the brand to the page's HTML. */
export const serveBrand = (app: FastifyInstance, brand: OperatorBrand): ((html: string) => string) => {
  const svg = readPicture(brand.logo.svg, '/operator-logo.svg', 'image/svg+xml')
  const png = readPicture(brand.logo.png, '/operator-logo.png', 'image/png')
  const mark = svg ?? png
  const pictures = [svg, png].filter(picture => picture !== null)
  const version = createHash('sha256').update(JSON.stringify(brand.colors))
  for (const { bytes } of pictures) version.update(bytes)
  const query = `?v=${version.digest('hex').slice(0, 8)}`
  const styles = renderStyles(brand.colors, mark && mark.path + query)
  const icons = mark
    ? pictures.map(({ path, type }) => ({ src: path + query, type, sizes: 'any' }))
    : [
        { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
        { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ]
  const manifest = JSON.stringify({
    name: brand.name,
    short_name: brand.senderName,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The `--bg` of the light theme; the page sets its own color once it is loaded.
    background_color: '#f9f8f4',
    theme_color: '#f9f8f4',
    icons,
  })

  for (const { path, type, bytes } of pictures)
    app.get(path, async (_request, reply) => reply.type(type).header('cache-control', ONE_YEAR).send(bytes))
  app.get('/operator.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', ONE_YEAR).send(styles),
  )
  app.get('/app.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  )

  const links = [
    '<link rel="manifest" href="/app.webmanifest" />',
    ...(styles === '' ? [] : [`<link rel="stylesheet" href="/operator.css${query}" />`]),
    ...(mark ? [`<link rel="icon" href="${mark.path}${query}" type="${mark.type}" />`] : []),
    ...(png ? [`<link rel="apple-touch-icon" href="${png.path}${query}" />`] : []),
  ]
  return html =>
    (mark ? html.replaceAll(/<link rel="(icon|apple-touch-icon)"[^>]*>\s*/g, '') : html)
      .replaceAll(SOFTWARE_NAME, () => escapeHtml(brand.name))
      .replace('</head>', () => `${links.join('')}</head>`)
}
