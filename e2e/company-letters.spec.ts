import { heading, press, signedInWithReport, truth } from './disputing.ts'
import { expect, expectNoFaults, journey } from './journey.ts'

journey(
  'A lender gets a separate dispute, which is mailed and has a due day for its answer',
  async ({ open }) => {
    const { page } = await signedInWithReport(open, 'max')
    await page.goto('/disputes')
    await page.getByRole('link', { name: /^Direct dispute/ }).click()
    await heading(page, 'Dispute with the company itself')
    await press(page, 'Check the letter')
    await expectNoFaults(page)
    await page.getByLabel('Which account?').selectOption({ index: 1 })
    const quoted = page.getByRole('group', { name: 'Whose report should the letter quote?' })
    if (await quoted.isVisible()) await quoted.getByRole('radio').first().check()
    await page.getByRole('radio', { name: /^This account is not mine/ }).check()
    await page
      .getByRole('button', { name: /^Use this address of your/ })
      .first()
      .click()
    const kept = page.waitForResponse(
      answer =>
        answer.request().method() === 'PUT' && (answer.request().postData() ?? '').includes('I never opened'),
    )
    const words = page.getByLabel(/^Explain it in your own words/)
    await words.fill('I never opened an account with this company.')
    await kept
    await page.reload()
    await page.getByText('We kept your answers').waitFor()
    expect(await words.inputValue()).toBe('I never opened an account with this company.')
    expect(await page.getByLabel('City').inputValue()).toBe('COLUMBUS')
    await page.getByRole('checkbox', { name: /^I checked that this company takes letters/ }).check()
    await press(page, 'Check the letter')
    await heading(page, 'Check your letter')
    const letter = page.getByRole('article', { name: /^Letter to/ })
    await letter.getByText('“I never opened an account with this company.”').waitFor()
    await letter.getByText('COLUMBUS, OH 43216').waitFor()
    expect(await letter.getByText(/XXX-XX-|Date of birth/).count()).toBe(0)
    await truth(page).check()
    await press(page, 'Create 1 letter')
    await page.waitForURL(/\/disputes\/[0-9a-f-]{36}$/)
    await page.getByRole('link', { name: 'All disputes' }).click()
    await heading(page, 'Created (1)')
    expect(await page.getByRole('region', { name: 'Drafts' }).count()).toBe(0)
    await page.goBack()
    await press(page, 'Send Physical')
    await press(page, 'Mail 1 letter')
    await page
      .getByRole('dialog')
      .getByText(/PO BOX 6120/)
      .waitFor()
    await expectNoFaults(page)
  },
)
