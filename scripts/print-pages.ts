/** `npm run prints [-- names]`: prints mock report pages with Chromium into `test/support/reports/printed`. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { printPage } from '#test/support/reports/printed/print.ts'
import { prints } from '#test/support/reports/printed/prints.ts'
import { launchChromium } from '../e2e/chromium.ts'

const folder = path.join(import.meta.dirname, '..', 'test', 'support', 'reports', 'printed')
const names = process.argv.slice(2)
const browser = await launchChromium()
try {
  for (const print of prints.filter(({ file }) => names.length === 0 || names.includes(file))) {
    const pdf = await printPage(browser, print)
    await writeFile(path.join(folder, print.file), pdf)
    console.log(`${print.file}: ${pdf.length} bytes`)
  }
} finally {
  await browser.close()
}
