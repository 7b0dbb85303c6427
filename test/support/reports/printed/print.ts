import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from '@playwright/test'

/** Prints a mock page with Chromium, like users with "Save as PDF". */

export type Print = {
  /** The file name of the PDF in this folder. */
  file: string
  /** Printed in the footer of every page. Nothing is fetched from it. */
  address: string
  title: string
  /** The content of the page's body. */
  html: string
  paper?: 'Letter' | 'A4'
  /** 1 is 100 percent; Chromium allows 0.1 to 2. */
  scale?: number
  /** Whether Chromium writes the structure of the page into the PDF; its own default is yes. */
  tagged?: boolean
  /** "Background graphics"; off by default. */
  background?: boolean
  /** "Headers and footers": the time and title above, address and page number below. */
  headerFooter?: boolean
}

/** A font with ligatures and with a glyph in the private use area: `icon`. */
const font = readFileSync(
  createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
).toString('base64')

/** A private-use character, as in icon fonts. */
export const icon = '\u{f005}'

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const pageOf = ({ title, html }: Print): string => `<!DOCTYPE html>
<html lang="en-US"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>
@font-face { font-family: Mock; src: url(data:font/ttf;base64,${font}) }
body { font: 10px/1.4 Mock; margin: 0 }
p, h1, h2, h3 { font: inherit; margin: 0 }
</style></head><body>${html}</body></html>`

const margin = '0.4in'
const small = 'font-size:8px;width:100%;margin:0 0.4in;display:flex;justify-content:space-between'

/** Chromium's own lines, whose template is not the one of `page.pdf()`. The time is fixed. */
const header = `<div style="${small}"><span>9/1/26, 11:35 AM</span><span class="title"></span><span></span></div>`
const footer = `<div style="${small}"><span class="url"></span><span><span class="pageNumber"></span>/<span class="totalPages"></span></span></div>`

export const printPage = async (browser: Browser, print: Print): Promise<Buffer> => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.route('**/*', route =>
      route.request().url() === print.address
        ? route.fulfill({ contentType: 'text/html', body: pageOf(print) })
        : route.abort(),
    )
    await page.goto(print.address)
    return await page.pdf({
      format: print.paper ?? 'Letter',
      scale: print.scale ?? 1,
      tagged: print.tagged ?? true,
      printBackground: print.background ?? false,
      displayHeaderFooter: print.headerFooter ?? true,
      headerTemplate: header,
      footerTemplate: footer,
      margin: { top: margin, bottom: margin, left: margin, right: margin },
    })
  } finally {
    await context.close()
  }
}
