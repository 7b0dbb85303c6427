import { expect } from '@playwright/test'
import { journey } from './journey.ts'
import { settled } from './settled.ts'

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

journey(
  'The Full Report is printed with every creditor expanded, without controls, in color',
  async ({ open }) => {
    const page = await open({ signedIn: true, scheme: 'dark' })
    await page.goto('/analytics/report')
    const creditors = page.locator('details.FullReport_creditor')
    await creditors.first().waitFor()
    await settled(page)
    // Creditors further down are rendered after the first ones; the list of all is rendered immediately.
    const listed = page.getByRole('navigation', { name: 'In this report' }).getByRole('link')
    await expect(creditors).toHaveCount(await listed.count())
    expect(await page.locator('details.FullReport_creditor:not([open])').count()).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

    const count = await creditors.count()
    const shown = await page.evaluate(() => ({
      tables: [...document.querySelectorAll('.FullReport_creditor .FullReport_comparison')].filter(
        table => table.getClientRects().length > 0,
      ).length,
      controls: [...document.querySelectorAll('button, nav a, [role="tab"]')]
        .filter(control => control.getClientRects().length > 0)
        .map(control => control.textContent),
      page: getComputedStyle(document.body).backgroundColor,
      cells: getComputedStyle(document.querySelector('.PaymentTable_cell') ?? document.body).getPropertyValue(
        'print-color-adjust',
      ),
    }))
    expect(shown).toEqual({ tables: count, controls: [], page: 'rgb(255, 255, 255)', cells: 'exact' })

    const pages = pagesOf(await page.pdf({ format: 'Letter' }))
    // Two creditors fit on a page of US Letter paper; one page more for the head and the public records.
    expect(pages).toBeGreaterThanOrEqual(Math.ceil(count / 3))
    expect(pages).toBeLessThanOrEqual(count + 1)
  },
)
