import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { accessFaults, journey, sidewaysScroll } from './journey.ts'
import { cutParts } from './screen-faults.ts'
import { visit } from './settled.ts'

const Answer = z.looseObject({
  fullReport: z.looseObject({
    creditScores: z.array(z.looseObject({ score: z.number() })),
    accountInformation: z.array(
      z.looseObject({ creditorName: z.string(), paymentHistory: z.array(z.unknown()) }),
    ),
  }),
})

/** The lowest and the highest possible score, non-English letters, and accounts without any month. */
const makeOdd = (answer: z.infer<typeof Answer>) => {
  const { creditScores, accountInformation } = answer.fullReport
  for (const [at, score] of creditScores.entries()) score.score = at === 0 ? 300 : 850
  for (const account of accountInformation) {
    account.paymentHistory = []
    account.creditorName = account.creditorName.replace('MERIDIAN', 'CRÉDIT ÑANDÚ ŁÓDŹ')
  }
  return answer
}

const expectToFit = async (page: Page) => {
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await cutParts(page)).toEqual([])
}

journey(
  'Scores of 300 and 850, accents, and years without months are displayed correctly',
  async ({ open }) => {
    const page = await open({ signedIn: true, width: 320 })
    await page.route('**/api/v1/credit/analytics*', async route => {
      const answer = Answer.parse(await (await route.fetch()).json())
      await route.fulfill({ json: makeOdd(answer) })
    })
    await visit(page, '/analytics/overview')
    for (const score of [300, 850]) {
      await page
        .getByRole('img', { name: new RegExp(`score ${score} out of 850`) })
        .first()
        .waitFor()
    }
    expect(await accessFaults(page)).toEqual([])
    await expectToFit(page)
    await visit(page, '/analytics/report')
    await page
      .getByRole('heading', { name: /CRÉDIT ÑANDÚ ŁÓDŹ/ })
      .first()
      .waitFor()
    await page.getByText('No history').filter({ visible: true }).first().waitFor()
    expect(await page.getByText(/\bNaN\b/).count()).toBe(0)
    await expectToFit(page)
  },
)
