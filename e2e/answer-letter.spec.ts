import { expect } from '@playwright/test'
import { z } from 'zod'
import { Dispute } from '#features/disputes/dispute-contract.ts'
import { drawPdf } from '#test/support/files/drawn-pdf.ts'
import { disputeAtExperian, heading, press, signedInWithReport } from './disputing.ts'
import { address, expectNoFaults, journey } from './journey.ts'
import { cutParts } from './screen-faults.ts'

const Named = z.object({ firstName: z.string(), lastName: z.string() })

const letterPdf = (lines: readonly string[]): Promise<Uint8Array> =>
  drawPdf(doc => {
    doc.font('Helvetica').fontSize(10)
    for (const [at, line] of lines.entries()) doc.text(line, 72, 72 + at * 20, { lineBreak: false })
  })

journey('An answer letter is read, and its answer is recorded after confirmation', async ({ open }) => {
  const { page, person } = await signedInWithReport(open, 'max')
  const id = await disputeAtExperian(person.accessToken)
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const dispute = Dispute.parse(await (await fetch(`${address}/api/v1/dispute/${id}`, { headers })).json())
  const body = dispute.letters[0]?.body ?? ''
  const [item] = dispute.items
  const company = item?.type === 'account' ? item.creditorName : ''
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const letter = (name: string) => [
    'Experian',
    today,
    name,
    'Here are your results:',
    company,
    `Account number: ${/Account number: (\S+)/.exec(body)?.[1] ?? ''}`,
    'Outcome: Deleted',
  ]
  const add = async (name: string) =>
    page.setInputFiles('input[type=file]', {
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await letterPdf(letter(name))),
    })

  await page.goto(`/disputes/${id}`)
  await page.getByRole('link', { name: 'Add the answer letter' }).click()
  await heading(page, 'Add the answer letter')
  await add('Somebody Else')
  await page.getByText('No proposal from this letter').waitFor()
  await page.getByText(/This letter is not addressed to you/).waitFor()
  await page.getByRole('img', { name: /bureau's reply/ }).waitFor()
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)

  const profile = await fetch(`${address}/api/v1/user/info`, { headers })
  const { firstName, lastName } = Named.parse(await profile.json())
  await add(`${firstName} ${lastName}`)
  await page.getByText('We propose one answer').waitFor()
  await page.getByText('Outcome: Deleted').waitFor()
  await page.getByRole('img', { name: /bureau's reply/ }).waitFor()
  expect(await page.getByRole('radio', { name: /^Deleted/ }).isChecked()).toBe(true)
  await expectNoFaults(page)
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await cutParts(page)).toEqual([])
  }
  await press(page, /^Confirm the answer of Experian/)
  await page.getByText(/^Recorded, /).waitFor()
  await page.getByRole('link', { name: 'Back to the dispute' }).click()
  await page.getByText('CLOSED', { exact: true }).waitFor()
  await page.getByText('Reply kept in Documents').waitFor()
})
