import { expect } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import { address, expectNoFaults, journey } from './journey.ts'
import { chooseGoal, fillAddress, fillIdentity } from './register.ts'

journey(
  'A new user registers, imports a report, reads it, and enables all three bureaus',
  async ({ open }) => {
    const page = await open()
    await page.goto('/')
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Create your account' }).click()

    await page.getByLabel('Mobile number').fill('213 555 0142')
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await page.getByText('SMS code sent successfully!').waitFor()
    const code = await readNewestCode(address, '+12135550142')
    await page.getByLabel('6-digit code').focus()
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByLabel('Email').fill('nora.whitfield@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByRole('heading', { name: 'Confirm who you are' }).waitFor()
    await fillIdentity(page, {
      firstName: 'Nora',
      lastName: 'Whitfield',
      birth: '1988-04-27',
      ssn: '512-34-5699',
    })
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByRole('heading', { name: 'Where do you live?' }).waitFor()
    await page.goBack()
    await page.getByText('Kept, ending in 5699').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Nora')
    await page.goForward()
    await fillAddress(page)
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByRole('heading', { name: 'What are you working towards?' }).waitFor()
    await chooseGoal(page)
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.waitForURL('**/analytics/overview')

    await page.goto('/disputes/found')
    await page.getByText('You have no credit report yet.').waitFor()
    await page.getByRole('link', { name: 'Import a report file' }).click()
    await page.getByLabel('Report file').setInputFiles({
      name: 'maya-brooks.truelink.json',
      mimeType: 'application/json',
      buffer: mayasDocument,
    })
    await page.getByText(/^Your report of .+ was imported$/).waitFor()
    await page.getByText('Is this your report?').waitFor()
    const scores = page.getByRole('article', { name: / score$/ })
    expect(await scores.count()).toBe(1)
    await page.getByRole('article', { name: 'TransUnion score' }).waitFor()

    await page.getByRole('button', { name: 'Turn on the Max Plan' }).click()
    await page
      .getByRole('dialog', { name: 'Enable Max Plan?' })
      .getByRole('button', { name: 'Confirm' })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'Equifax score' }).waitFor()
    expect(await scores.count()).toBe(3)

    await page.getByRole('button', { name: 'Replace the Equifax file' }).click()
    const replacing = page.getByRole('dialog', { name: 'Replace the Equifax file' })
    await replacing.getByText(/takes the place of this one, of \d\d\/\d\d\/\d{4}\./).waitFor()
    await replacing.getByLabel('Report file').setInputFiles({
      name: 'maya-brooks-of-october.json',
      mimeType: 'application/json',
      buffer: Buffer.from(mayasDocument.toString('utf8').replaceAll('2026-11-', '2026-10-')),
    })
    const older = replacing.getByRole('alert').filter({ hasText: 'This file is older' })
    await older.waitFor()
    await expectNoFaults(page)
    await older.getByRole('button', { name: 'Use the older file' }).click()
    await replacing.waitFor({ state: 'detached' })
    await page
      .getByRole('list', { name: 'Sources of your report' })
      .getByRole('listitem')
      .filter({ hasText: 'Equifax10/14/2026' })
      .waitFor()
    await page.getByRole('button', { name: 'Remove the Experian file' }).click()
    await page
      .getByRole('dialog', { name: 'Remove an imported file?' })
      .getByRole('button', { name: 'Remove Experian only' })
      .click()
    await page.getByText('Experian is missing.').waitFor()

    await page.getByRole('tab', { name: 'Full Report' }).click()
    await page.getByText(/\d+ accounts?\./).waitFor()
    await page.getByRole('tab', { name: 'Raw Data' }).click()
    const raw = await page.getByRole('group', { name: 'Response as JSON' }).innerText()
    expect(raw).not.toMatch(/666344417|\b\d{3}-\d{2}-\d{4}\b/)

    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Choose a report file' }).click()
    await page.getByLabel('Report file').setInputFiles('src/features/reports/fixtures/joint.mismo.xml')
    const question = page.getByRole('alert').filter({ hasText: 'Which of these people are you?' })
    await question.waitFor()
    await question.getByRole('button', { name: /^BEN/ }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(/^Your report (of .+ )?was imported$/).waitFor()
    await page.getByText(/is old$|are old$/).waitFor()
    await expectNoFaults(page)

    await page.getByRole('button', { name: /^(No, remove it|Remove this file)$/ }).click()
    await expectNoFaults(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(/was imported$/).waitFor({ state: 'detached' })
  },
)
