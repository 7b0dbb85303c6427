import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { Analytics, History } from '#features/credit/contract.ts'
import { bureaus } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { journey } from './journey.ts'
import { userWhoAgreed } from './new-people.ts'
import { continueAs } from './people.ts'

/** API responses for the signed-in user of a page. */
const answers = async (page: Page) => {
  const read = async (path: string): Promise<unknown> =>
    (await page.request.get(`/api/v1/credit/${path}`, { headers: { 'X-Client': 'web' } })).json()
  return {
    analytics: Analytics.parse(await read('analytics')),
    history: History.parse(await read('history')),
  }
}

/** Opens a tab by its link if another one is open, which takes a third of the time of loading the page again. */
const openTab = async (page: Page, tab: string) => {
  const link = page.locator(`#tab-${tab}`)
  await ((await link.isVisible()) ? link.click() : page.goto(`/analytics/${tab}`))
  await page.locator(`[role="tabpanel"][aria-labelledby="tab-${tab}"]`).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

const fullReportOf = ({ fullReport }: Analytics) => {
  if (fullReport === null) throw new Error('there is no report')
  return fullReport
}

journey('Every tab shows Maya’s data as returned by the API', async ({ open }) => {
  const page = await open({ signedIn: true })
  await openTab(page, 'overview')
  const { analytics, history } = await answers(page)
  const report = fullReportOf(analytics)
  for (const { bureau, score } of report.creditScores) {
    await page
      .getByRole('article', { name: `${bureau} score` })
      .getByText(String(score))
      .waitFor()
  }
  await page.getByRole('heading', { name: analytics.mainAlert.title }).waitFor()
  for (const { title, value, basis } of analytics.creditFactors) {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
    expect(await card.locator('.FactorCard_value > b').innerText()).toBe(value)
    await card.getByText('How this is counted').click()
    expect(await card.locator('.Evidence_list li').count()).toBe(basis.length)
  }

  await openTab(page, 'report')
  const creditors = new Set(report.accountInformation.map(({ id, creditorName }) => `${id} ${creditorName}`))
  await page.getByText(`${creditors.size} accounts.`).waitFor()
  // Creditors further down are rendered after the first ones.
  await page
    .getByRole('heading', { level: 2 })
    .nth(creditors.size - 1)
    .waitFor()

  await openTab(page, 'history')
  await page.getByRole('figure', { name: 'Credit Score Trend' }).waitFor()
  for (const bureau of bureaus) {
    const rows = page.getByRole('table', { name: bureau }).getByRole('row')
    const entries = history.history[bureau] ?? []
    expect(await rows.count()).toBe(entries.length + 1)
    const shown = await rows.locator('.HistoryTab_score').allInnerTexts()
    expect(shown).toEqual(entries.map(({ scoreNew }) => String(scoreNew)))
    const changes = await rows.locator('td.ResponsiveTable_alignEnd:not(.HistoryTab_score)').allInnerTexts()
    expect(changes).toEqual(
      entries.map(({ scoreNew, scoreOld }) => {
        if (scoreNew === null || scoreOld === null) return '-'
        return scoreNew > scoreOld ? `+${scoreNew - scoreOld}` : String(scoreNew - scoreOld)
      }),
    )
  }

  await openTab(page, 'accounts')
  for (const bureau of bureaus) {
    await page.getByRole('group', { name: 'Bureau' }).getByRole('button', { name: bureau }).click()
    const accounts = report.accountInformation.filter(account => account.bureau === bureau)
    await page.getByText(`${accounts.length} accounts on your ${bureau} file`).waitFor()
    expect(await page.locator('.lists_account h2').allTextContents()).toEqual(
      accounts.map(({ creditorName }) => creditorName),
    )
    expect(await page.locator('.lists_account .lists_balance').allTextContents()).toEqual(
      accounts.map(({ currentBalance }) => (currentBalance === null ? '-' : showMoney(currentBalance))),
    )
    expect(await page.locator('.lists_account [data-slot="pill"]').allTextContents()).toEqual(
      accounts.map(({ accountStatus }) => accountStatus),
    )
  }

  await openTab(page, 'inquiries')
  const inquiryRows = page.getByRole('table', { name: 'Inquiries' }).getByRole('row')
  expect(await inquiryRows.count()).toBe(report.creditInquiries.length + 1)
  for (const { company, date, bureau } of report.creditInquiries) {
    const row = inquiryRows.filter({ hasText: company }).filter({ hasText: bureau })
    await row.filter({ hasText: showDate(date) ?? '-' }).waitFor()
  }

  await openTab(page, 'personal')
  const details = page.getByRole('table', { name: 'Personal information' })
  const heads = await details.getByRole('columnheader').allInnerTexts()
  for (const { bureau, ssn, previousAddresses, addressDates } of report.personalInformation) {
    const column = heads.indexOf(bureau) + 1
    const at = (row: string) =>
      details
        .getByRole('row')
        .filter({ hasText: row })
        .getByRole('cell')
        .nth(column - 1)
    expect(await at('Social Security number').innerText()).toBe(ssn ?? '-')
    for (const address of previousAddresses) {
      const dated = addressDates.find(one => one.address === address)
      const reported = dated ? `\nReported ${showDate(dated.reported)}` : ''
      expect(await at(address).innerText()).toBe(`${address}${reported}`)
    }
  }

  await openTab(page, 'raw')
  const raw = await page.getByRole('group', { name: 'Response as JSON' }).innerText()
  expect(JSON.parse(raw)).toEqual(analytics)
})

journey('A history that failed to load is shown after Retry, each month by keyboard', async ({ open }) => {
  const page = await open({ signedIn: true })
  await page.route('**/api/v1/credit/history*', route =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{}' }),
  )
  await page.goto('/analytics/history')
  await page.getByRole('alert').getByText('Failed to fetch credit history').waitFor()
  await page.unroute('**/api/v1/credit/history*')
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await page.getByRole('figure', { name: 'Credit Score Trend' }).waitFor()

  const { history } = await answers(page)
  const newest = bureaus.map(bureau => `${bureau} ${history.history[bureau]?.[0]?.scoreNew}`).join(', ')
  const stops = page.locator('.Chart_wideOnly .Chart_stop')
  await stops.first().focus()
  const seen: string[] = []
  for (let stop = 0; stop < (await stops.count()); stop += 1) {
    const focused = page.locator('.Chart_stop:focus')
    seen.push((await focused.getAttribute('aria-label')) ?? '')
    expect(await focused.locator('.Chart_tooltip').evaluate(tip => getComputedStyle(tip).opacity)).toBe('1')
    await page.keyboard.press('Tab')
  }
  expect(seen.length).toBeGreaterThanOrEqual(6)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.at(-1)).toContain(newest)
  expect(await page.locator('.Chart_stop:focus').count()).toBe(0)
})

journey('A recommendation leads to the dispute of its item and to the pay plan', async ({ open }) => {
  const page = await open({ signedIn: true })
  await openTab(page, 'overview')
  const plan = page.getByRole('heading', { name: 'Pay plan' })
  await page.getByRole('link', { name: 'See the pay plan' }).click()
  await page.locator('#pay-plan:focus').waitFor()
  await expect(plan).toBeInViewport()

  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Derogatory marks' }) })
  const all = card.getByRole('button', { name: /^Show all/ })
  const shown = card.getByRole('list', { name: 'Recommendations for derogatory marks' }).getByRole('listitem')
  expect(await shown.count()).toBe(2)
  await all.click()
  expect(await shown.count()).toBe(3)
  const { analytics } = await answers(page)
  const [act] = analytics.creditFactors.find(({ id }) => id === 'derogatory_marks')?.alerts[0]?.acts ?? []
  if (act?.kind !== 'dispute') throw new Error('there is nothing to dispute')
  await card.getByRole('link', { name: `Dispute: ${act.label}` }).click()
  await page.waitForURL(
    address =>
      address.pathname === '/disputes/new/account' && address.searchParams.get('items') === act.itemId,
  )
})

journey('A number links to the row behind it', async ({ open }) => {
  const page = await open({ signedIn: true })
  await openTab(page, 'overview')
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Credit card use' }) })
  await card.getByText('How this is counted').click()
  const link = card.locator('.Evidence_list a').last()
  const name = await link.innerText()
  await link.click()
  await page.waitForURL(/\/analytics\/report#account-/)
  await page.locator('th:focus').waitFor()
  expect(
    await page.locator('.FullReport_creditor:has(th:focus) h2').evaluate((heading, says) => {
      const { top } = heading.getBoundingClientRect()
      return says.startsWith(heading.textContent) && top > -400 && top < innerHeight
    }, name),
  ).toBe(true)
})

journey(
  'The Full Report expands differing and derogatory rows; the index and Expand all expand the rest',
  async ({ open }) => {
    const page = await open({ signedIn: true })
    await openTab(page, 'report')
    const cards = page.locator('details.FullReport_creditor')
    const all = (await answers(page)).analytics
    const count = new Set(fullReportOf(all).accountInformation.map(({ id }) => id)).size
    await cards.nth(count - 1).waitFor()
    const attention = page.getByText(/differ|Derogatory/)
    const opened = page.locator('details.FullReport_creditor[open]')
    expect(await opened.filter({ has: attention }).count()).toBeGreaterThan(0)
    const folded = page.locator('details.FullReport_creditor:not([open])')
    expect(await folded.filter({ has: page.locator('summary').filter({ has: attention }) }).count()).toBe(0)
    const name = (await folded.first().locator('h2').textContent()) ?? ''
    const number = (await folded.first().locator('summary .FullReport_number').textContent()) ?? ''

    const index = page.getByRole('navigation', { name: 'In this report' })
    expect(await index.getByRole('link').count()).toBe(count)
    await index.getByRole('link', { name: `${name} ${number}` }).click()
    await opened.filter({ hasText: number }).locator('summary:focus').waitFor()

    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect(opened).toHaveCount(count)
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await expect(opened).toHaveCount(0)
  },
)

journey(
  'Every row offers the matching dispute; lists can be searched and filtered in the page',
  async ({ open }) => {
    const page = await open({ signedIn: true })
    for (const [tab, name, address] of [
      ['report', /^Dispute HARBORVIEW BANK 4377/, /\/new\/account\?items=[^&]+$/],
      ['accounts', /^Dispute HARBORVIEW BANK 4377/, /\/new\/account\?items=.+&bureaus=TransUnion$/],
      ['inquiries', /^Dispute .+, TransUnion$/, /\/new\/inquiry\?items=.+&bureaus=TransUnion$/],
      [
        'personal',
        /^Dispute Previous address 9 FERNDALE/,
        /\/new\/personal-info\?items=Experian\.previous.+/,
      ],
    ] as const) {
      await openTab(page, tab)
      expect(await page.getByRole('link', { name }).first().getAttribute('href'), tab).toMatch(address)
    }

    await openTab(page, 'accounts')
    const all = await page.locator('.lists_account').count()
    await page.getByLabel('Status').selectOption('Derogatory')
    await page.getByText(new RegExp(`^\\d+ of ${all} accounts on your TransUnion file$`)).waitFor()
    expect([...new Set(await page.locator('.lists_account [data-slot="pill"]').allTextContents())]).toEqual([
      'Derogatory',
    ])
    await page.getByLabel('Find an account').fill('no such creditor')
    await page.getByText('No account in this file matches your search.').waitFor()

    await openTab(page, 'report')
    await page.getByLabel('Find a creditor').fill('meridian')
    await page.getByText(/^1 of \d+ accounts\./).waitFor()
    expect(await page.locator('.FullReport_creditor:visible').count()).toBe(1)

    await openTab(page, 'inquiries')
    await page.getByRole('link', { name: 'Freeze your files' }).click()
    await page.waitForURL('**/disputes/freezes')
  },
)

journey(
  'While a report is refreshed the last one stays, and the open page then shows the new one',
  async ({ open }) => {
    const page = await open({ signedIn: true })
    const message = 'We asked the bureaus for your report. This usually takes a few minutes.'
    await page.route('**/api/v1/credit/analytics*', async route => {
      const answer = Analytics.parse(await (await route.fetch()).json())
      await route.fulfill({ json: { ...answer, isProcessing: true, message } })
    })
    await page.goto('/analytics/report')
    await page
      .getByRole('status')
      .filter({ hasText: `${message} Until then you see your report of` })
      .waitFor()
    await page.getByText(/^\d+ accounts\./).waitFor()
    await page.unroute('**/api/v1/credit/analytics*')
    await page.getByText(message).waitFor({ state: 'detached' })
  },
)

journey('The free plan shows only TransUnion', async ({ open }) => {
  const page = await open()
  await continueAs(page, await userWhoAgreed('512-34-7105'))
  await page.goto('/analytics/overview')
  await page.getByRole('article', { name: 'TransUnion score' }).waitFor({ timeout: 60_000 })
  const { analytics, history } = await answers(page)
  expect(Object.keys(history.history)).toEqual(['TransUnion'])
  const report = fullReportOf(analytics)
  const rows = [report.accountInformation, report.creditInquiries, report.personalInformation].flat()
  expect([...new Set(rows.map(({ bureau }) => bureau))]).toEqual(['TransUnion'])
  for (const tab of ['report', 'history', 'accounts', 'inquiries', 'personal', 'raw']) {
    await openTab(page, tab)
    const words = await page.getByRole('tabpanel').innerText()
    expect(words, tab).toContain('TransUnion')
    if (tab !== 'raw') expect(words, tab).not.toMatch(/Experian|Equifax/)
  }
})

journey('Open Overview and History show the first report when it arrives', async ({ open }) => {
  const page = await open()
  let isHere = false
  await page.route('**/api/v1/credit/*', async route => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)
    const answer = await route.fetch()
    if (isHere) return route.fulfill({ response: answer })
    const analytics = z.looseObject({}).parse(await answer.json())
    return route.fulfill({
      json:
        name === 'history'
          ? { bureau: null, history: {} }
          : {
              ...analytics,
              fullReport: null,
              report: null,
              isProcessing: true,
              message: 'We asked.',
            },
    })
  })
  await continueAs(page, await userWhoAgreed('512-34-7101'))
  await page.goto('/analytics/overview')
  await page.getByRole('status').getByText('We asked.').waitFor()
  isHere = true
  await page.getByRole('article', { name: 'TransUnion score' }).waitFor({ timeout: 60_000 })
  isHere = false
  await page.goto('/analytics/history')
  await page.getByText('No credit history available yet.').waitFor()
  isHere = true
  await page.getByRole('figure', { name: 'Credit Score Trend' }).waitFor()
})

journey(
  'The page keeps waiting with a message for a report that the bureaus are still preparing',
  async ({ open }) => {
    const page = await open()
    await continueAs(page, await userWhoAgreed('512-34-0003'))
    await page.goto('/analytics/overview')
    const message = 'We asked the bureaus for your report. This usually takes a few minutes.'
    await page.getByRole('status').getByText(message).waitFor()
    for (const tab of ['report', 'accounts', 'inquiries', 'personal']) {
      await openTab(page, tab)
      await page.getByRole('status').getByText(message).waitFor()
      expect(await page.getByRole('tabpanel').getByRole('heading').count(), tab).toBe(0)
    }
    await openTab(page, 'history')
    await page.getByText('No credit history available yet.').waitFor()
    await page.getByText('History will be available after your next credit report refresh.').waitFor()
  },
)
