import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { Dispute } from '#features/disputes/dispute-contract.ts'
import { UserInfo } from '#features/identity/contract.ts'
import { post } from '#test/support/people/new-user.ts'
import { disputeAtExperian, signedInWithReport } from './disputing.ts'
import { accessFaults, address, expectNoFaults, journey } from './journey.ts'
import { newUser } from './new-people.ts'
import { continueAs } from './people.ts'

journey(
  'Letters are mailed once, tracked, moved in the sandbox, and deadlines count from delivery',
  async ({ open }) => {
    const person = await newUser()
    await post(
      address,
      '/dispute/freeze',
      { action: 'place', bureaus: ['TransUnion', 'Equifax'], attested: true },
      person.accessToken,
    )
    const page = await open()
    await continueAs(page, person)
    await page.goto('/disputes')
    await page.getByRole('button', { name: /^Send Physical/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Mail 2 letters?' })
    await dialog.getByText('No copy of ').waitFor()
    await expectNoFaults(page)
    // A phone, and two desktop windows at 200 %.
    for (const [width, height] of [
      [390, 664],
      [720, 450],
      [683, 320],
    ] as const) {
      await page.setViewportSize({ width, height })
      const mail = await dialog.getByRole('button', { name: 'Mail 2 letters' }).boundingBox()
      expect(mail && mail.y + mail.height, `where the main button ends at ${width}`).toBeLessThan(height)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const sizes = await dialog.evaluate(shown =>
      [shown, document.body].map(at => getComputedStyle(at).fontSize),
    )
    expect(new Set(sizes).size, 'sizes of text in the dialog and the page').toBe(1)

    const isSending = ({ pathname }: URL) => pathname.endsWith('/send-physical')
    const refusal = { code: 'address_needed', message: 'An address is not complete.', requestId: 'e2e' }
    await page.route(isSending, route => route.fulfill({ status: 422, json: refusal }))
    await dialog.getByRole('button', { name: 'Mail 2 letters' }).click()
    await dialog.getByText('No letter was mailed.').waitFor()
    expect(await dialog.getByText(/press/i).count()).toBe(0)
    await page.unroute(isSending)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByText('Not mailed').count()).toBe(2)

    await page.getByRole('button', { name: /^Send Physical/ }).dblclick()
    await dialog.getByRole('checkbox', { name: /^Certified mail/ }).check()
    await dialog.getByRole('button', { name: 'Mail 2 letters' }).click()
    const receipt = page.getByRole('dialog', { name: 'Your 2 letters are being mailed' })
    await receipt.getByText('Certified mail. Nothing is enclosed.').waitFor()
    // For each letter, once the mail service has accepted it: when it should arrive and when its answer is due.
    await expect(receipt.getByText(/^\w+ \d+, \d{4} \(estimate\)$/)).toHaveCount(4)
    expect(await receipt.getByText('Not known yet').count()).toBe(0)
    await expectNoFaults(page)
    const [dates] = await Promise.all([
      page.waitForEvent('download'),
      receipt.getByRole('button', { name: 'Add the dates to my calendar' }).click(),
    ])
    expect(dates.suggestedFilename()).toBe('answer-dates.ics')
    expect((await text(await dates.createReadStream())).match(/^BEGIN:VEVENT/gm)).toHaveLength(2)
    await receipt.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Already mailed').waitFor()
    await page.getByRole('cell', { name: /Estimate$/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Send Physical/ }).isDisabled()).toBe(true)
    await page.getByText('SENT', { exact: true }).waitFor()
    await expectNoFaults(page)

    const [parcel] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .getByRole('link', { name: /^Track package/ })
        .first()
        .click(),
    ])
    await parcel.getByRole('heading', { name: 'Sandbox letter' }).waitFor()
    await parcel.getByRole('button', { name: 'Delivered' }).click()
    await parcel.getByRole('listitem').filter({ hasText: 'Delivered' }).waitFor()
    await expectNoFaults(parcel)

    const [lost] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .getByRole('link', { name: /^Track package/ })
        .last()
        .click(),
    ])
    await lost.getByRole('button', { name: 'Returned' }).click()
    await lost.getByRole('listitem').filter({ hasText: 'Returned' }).waitFor()

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('row').getByRole('link', { name: 'Security freeze' }).click()
    await page.getByRole('heading', { name: /^\w+ letter: tracking$/ }).waitFor()
    await page.getByText(/must place the freeze$/).waitFor()
    await page.getByText(/^\w+ has until /).waitFor()
    await expectNoFaults(page)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('tab', { name: 'Equifax' }).click()
    await page.getByText('This letter did not arrive').waitFor()
    const leftToStaff = { code: 'staff_mails', message: 'Our team mails letters.' }
    await page.route('**/api/v1/user/info', async route => {
      const answer = await route.fetch()
      const user = UserInfo.parse(await answer.json())
      const json = { ...user, notOffered: { ...user.notOffered, mailing: leftToStaff } }
      await route.fulfill({ response: answer, json })
    })
    await page.reload()
    await page.getByRole('tab', { name: 'Equifax' }).click()
    await page.getByText(leftToStaff.message).last().waitFor()
    expect(await page.getByRole('button', { name: 'Mail the Equifax letter again' }).count()).toBe(0)
    await expectNoFaults(page)
    await page.unroute('**/api/v1/user/info')
    await page.reload()
    await page.getByRole('tab', { name: 'Equifax' }).click()
    await page.getByRole('button', { name: 'Mail the Equifax letter again' }).click()
    const again = page.getByRole('dialog', { name: 'Mail the Equifax letter again?' })
    await again.getByRole('button', { name: 'Mail again' }).click()
    await again.getByText('Say why it is mailed again').waitFor()
    await expectNoFaults(page)
    await again.getByLabel('Why is it mailed again?').fill('My mailbox had no name on it.')
    await again.getByRole('button', { name: 'Mail again' }).click()
    await again.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Mail the Equifax letter again' }).count()).toBe(0)
  },
)

journey(
  'A letter that came back and a later one with the same claim are both mailed only knowingly',
  async ({ open }) => {
    const { page, person } = await signedInWithReport(open, 'max')
    const first = await disputeAtExperian(person.accessToken)
    await post(address, `/dispute/${first}/send-physical`, {}, person.accessToken)
    const headers = { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' }
    const mailed = await fetch(`${address}/api/v1/dispute/${first}`, { headers })
    const [letter] = Dispute.parse(await mailed.json()).letters
    const body = JSON.stringify({ event: 'returned' })
    const events = `${address}/sandbox/letters/${letter?.id}/events`
    // A server that has just started may hand letters over some seconds later.
    await expect
      .poll(async () => (await fetch(events, { method: 'POST', headers, body })).status, { timeout: 60_000 })
      .toBe(200)
    const second = await disputeAtExperian(person.accessToken)

    const known = page.getByRole('checkbox', { name: 'I know, and I want to mail it too' })
    await page.goto(`/disputes/${first}`)
    await page.getByRole('button', { name: 'Mail the Experian letter again' }).click()
    const again = page.getByRole('dialog', { name: 'Mail the Experian letter again?' })
    await again.getByLabel('Why is it mailed again?').fill('My mailbox had no name on it.')
    await again.getByRole('button', { name: 'Mail again' }).click()
    await again.getByText(/^You disputed this on .* Confirm that you want to mail this one too\./).waitFor()
    await again.getByText('No letter was mailed.').waitFor()
    await expectNoFaults(page)
    await known.check()
    await again.getByRole('button', { name: 'Mail again' }).click()
    await again.waitFor({ state: 'detached' })

    await page.goto(`/disputes/${second}`)
    await page.getByRole('button', { name: 'Send Physical' }).click()
    const sending = page.getByRole('dialog', { name: 'Mail 1 letter?' })
    await sending.getByRole('button', { name: 'Mail 1 letter' }).click()
    await known.waitFor()
    expect(await accessFaults(page)).toEqual([])
    await known.check()
    const conflict = {
      status: 409,
      json: { code: 'conflict', message: 'This changed meanwhile.', fields: {} },
    }
    await page.route('**/send-physical', route => route.fulfill(conflict), { times: 1 })
    await sending.getByRole('button', { name: 'Mail 1 letter' }).click()
    await sending.getByText('This changed meanwhile.').waitFor()
    expect(await known.isChecked()).toBe(true)
    await sending.getByRole('button', { name: 'Mail 1 letter' }).click()
    await page.getByRole('dialog', { name: 'Your letter is being mailed' }).waitFor()
  },
)
