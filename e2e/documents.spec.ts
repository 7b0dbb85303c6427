import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import PdfDocument from 'pdfkit'
import sharp from 'sharp'
import { phonePicture, plainPicture } from '#test/support/files/pictures.ts'
import { hasFocus } from './focus.ts'
import { accessFaults, expectNoFaults, journey, type Open } from './journey.ts'
import { newUser, uploadDocument } from './new-people.ts'
import { continueAs, enterAccount } from './people.ts'

type Picture = { name: string; mimeType: string; buffer: Buffer }

const jpeg = (name: string, bytes: Buffer): Picture => ({ name, mimeType: 'image/jpeg', buffer: bytes })

/** A separate new user for each journey, on their Documents page. */
const onDocuments = async (open: Open) => {
  const page = await open()
  await continueAs(page, await newUser())
  await page.goto('/documents')
  await page.getByText('No documents uploaded yet.').waitFor()
  return page
}

const picker = (page: Page) => page.getByLabel(/^File/)

const upload = async (page: Page, name: string, file: Picture) => {
  await page.getByLabel('Document Name').fill(name)
  await picker(page).setInputFiles(file)
  await page.getByText(`${name} uploaded successfully!`).waitFor()
}

const saved = async (page: Page, button: Locator) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) }
}

journey('The name is checked first, then the size, then the type', async ({ open }) => {
  const page = await onDocuments(open)
  const name = page.getByLabel('Document Name')
  const dropped = (file: { name: string; type: string; bytes: number }) =>
    page.locator('.FilePicker_drop').evaluate((target, { name: fileName, type, bytes }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], fileName, { type }))
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, file)

  expect(await picker(page).isDisabled()).toBe(true)
  await page.getByText('Enter a name first').waitFor()
  await dropped({ name: 'scan.png', type: 'image/png', bytes: 2_097_153 })
  await page.getByText('Please enter a document name').waitFor()
  await name.fill('   ')
  await name.press('Enter')
  expect(await hasFocus(name)).toBe(true)
  expect(await picker(page).isDisabled()).toBe(true)
  expect(await accessFaults(page)).toEqual([])

  await name.fill('Passport')
  await name.press('Enter')
  expect(await hasFocus(picker(page))).toBe(true)
  expect(await picker(page).getAttribute('accept')).toBe('.jpg,.jpeg,.png,.heic,.heif,.pdf')
  await dropped({ name: 'scan.png', type: 'image/png', bytes: 2_097_153 })
  await page.getByText('File size must be less than 2MB').waitFor()
  await page.getByText('scan.png is 2 MB').waitFor()
  await expectNoFaults(page)
  await dropped({ name: 'scan.png', type: 'image/png', bytes: 2_097_152 })
  await page.getByText('Only JPEG files are supported').waitFor()
  await picker(page).setInputFiles(jpeg('not-a-picture.jpg', Buffer.from('%PDF-1.7')))
  await page.getByText('Choose another file').waitFor()
  await page.getByText('not-a-picture.jpg is 8 Bytes').waitFor()
  await page.getByText('Only JPEG files are supported').waitFor()
  await page.getByText('No documents uploaded yet.').waitFor()
})

journey('During an upload nothing can be changed; afterwards the file is in the list', async ({ open }) => {
  const page = await onDocuments(open)
  let arrive = () => {}
  const held = new Promise<void>(resolve => {
    arrive = resolve
  })
  await page.route('**/api/v1/documents/upload', async route => {
    await held
    await route.continue()
  })
  await page.getByLabel('Document Name').fill("  Driver's license ")
  await page.getByLabel('Kind of document').selectOption('Government ID')
  await page.getByText(/^A driver's license, ID card or passport/).waitFor()
  const picture = await phonePicture()
  await picker(page).setInputFiles(jpeg('IMG_0142.JPG', picture))
  await page.getByRole('button', { name: 'Uploading...' }).waitFor()
  for (const field of ['Document Name', 'Kind of document', /^File/])
    expect(await page.getByLabel(field).isDisabled()).toBe(true)
  await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
  await expectNoFaults(page)

  arrive()
  await page.getByText("Driver's license uploaded successfully!").waitFor()
  expect(await page.getByLabel('Document Name').inputValue()).toBe('')
  await page.getByRole('heading', { name: 'Uploaded Documents (1)' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: "Driver's license" })
  await row.getByText('Government ID').waitFor()
  await row.getByRole('cell', { name: 'JPEG', exact: true }).waitFor()
  await row.getByRole('cell', { name: 'v1', exact: true }).waitFor()
  await row.getByRole('cell', { name: /^(\d+ Bytes|\d+\.\d\d KB)$/ }).waitFor()
  await row.getByRole('cell', { name: /^\w{3} \d{1,2}, \d{4}$/ }).waitFor()
  await row.locator('img[src^="blob:"]').waitFor()

  const file = await saved(page, row.getByRole('button', { name: "Download Driver's license" }))
  expect(file.name).toBe("Driver's license.jpg")
  expect(file.bytes.includes('PlantedPhone')).toBe(false)
  await page.getByText("Driver's license downloaded").waitFor()
})

/** A PDF with that many pages, in a font that it does not embed. */
const pdfOf = async (pages: number): Promise<Buffer> => {
  const pdf = new PdfDocument({ size: 'LETTER', autoFirstPage: false })
  for (let page = 1; page <= pages; page += 1) pdf.addPage().fontSize(40).text(`Page ${page}`, 72, 72)
  pdf.end()
  return buffer(pdf)
}

/** A photograph whose every pixel differs, so that it cannot be compressed to less than the limit. */
const largePicture = () =>
  sharp(randomBytes(2_000 * 1_500 * 3), { raw: { width: 2_000, height: 1_500, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()

journey('PNG, HEIC, PDF pages and large photos become JPEG in the browser', async ({ open }) => {
  const page = await onDocuments(open)
  const pixel = async (name: string) => {
    const file = await saved(page, page.getByRole('button', { name: `Download ${name}`, exact: true }))
    const { width, height } = await sharp(file.bytes).metadata()
    const [red = 0, green = 0, blue = 0] = await sharp(file.bytes)
      .extract({ left: 4, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return { width, height, near: [red, green, blue].map(value => Math.round(value / 32) * 32) }
  }
  const clear = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer()
  await upload(page, 'Lease', { name: 'lease.png', mimeType: 'image/png', buffer: clear })
  expect(await pixel('Lease')).toEqual({ width: 40, height: 30, near: [256, 256, 256] })

  const photo = await readFile('test/fixtures/documents/phone-photo.heic')
  await upload(page, 'License', { name: 'IMG_0142.HEIC', mimeType: '', buffer: photo })
  expect(await pixel('License')).toEqual({ width: 64, height: 48, near: [192, 192, 32] })

  await page.getByLabel('Document Name').fill('Statement')
  await picker(page).setInputFiles({ name: 'may.pdf', mimeType: 'application/pdf', buffer: await pdfOf(2) })
  await page.getByText('Statement, page 1 of 2; Statement, page 2 of 2 uploaded successfully!').waitFor()
  const second = await saved(page, page.getByRole('button', { name: 'Download Statement, page 2 of 2' }))
  const { channels, dominant } = await sharp(second.bytes).stats()
  expect(dominant.r).toBeGreaterThan(240)
  expect(channels[0]?.min, 'the darkest place: the letters of the page').toBeLessThan(60)

  await page.getByLabel('Document Name').fill('Book')
  await picker(page).setInputFiles({ name: 'book.pdf', mimeType: 'application/pdf', buffer: await pdfOf(11) })
  await page.getByText('This PDF has more than 10 pages.').waitFor()

  await picker(page).setInputFiles(jpeg('large.jpg', await largePicture()))
  await page.getByText('File size must be less than 2MB').waitFor()
  await page.getByRole('button', { name: 'Make it smaller and upload it' }).click()
  await page.getByText('Book uploaded successfully!').waitFor()

  await page.getByRole('button', { name: 'Delete Book' }).click()
  await page.getByRole('button', { name: 'Delete document' }).click()
  await page.getByText('Document deleted successfully').waitFor()
  expect(await page.getByText('uploaded successfully!').count()).toBe(0)
})

journey('The same name creates the next version; earlier ones stay available', async ({ open }) => {
  const page = await onDocuments(open)
  await upload(page, 'Utility bill', jpeg('may.jpg', await plainPicture({ seed: 1 })))
  await upload(page, 'Bank statement', jpeg('bank.jpg', await plainPicture({ seed: 2 })))
  await page.getByLabel('Document Name').fill('Utility bill')
  await page.getByText('The file becomes its next version.').waitFor()
  await upload(page, 'Utility bill', jpeg('june.jpg', await plainPicture({ width: 90, seed: 3 })))
  await page.getByRole('heading', { name: 'Uploaded Documents (2)' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Utility bill' })
  await row.getByRole('cell', { name: 'v2', exact: true }).waitFor()

  await page.getByText('Earlier versions of Utility bill').click()
  const [newest, first] = [
    await saved(page, page.getByRole('button', { name: 'Download Utility bill' })),
    await saved(page, page.getByRole('button', { name: 'Download version 1 of Utility bill' })),
  ]
  expect(newest.bytes.equals(first.bytes)).toBe(false)
  expect(first.name).toBe('Utility bill.jpg')
  await expectNoFaults(page)

  await page.getByRole('button', { name: 'Delete version 1 of Utility bill' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this version?' })
  await dialog.getByRole('button', { name: 'Delete version' }).click()
  await page.getByText('Document deleted successfully').waitFor()
  await page.getByText('Earlier versions').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Uploaded Documents (2)' }).waitFor()
})

journey('Deleting asks first, can be undone, and can be restored later', async ({ open }) => {
  const page = await onDocuments(open)
  await upload(page, 'Lease', jpeg('lease.jpg', await plainPicture()))
  const remove = page.getByRole('button', { name: 'Delete Lease' })
  const dialog = page.getByRole('dialog', { name: 'Delete this document?' })
  await remove.focus()
  await page.keyboard.press('Enter')
  expect(await hasFocus(dialog.getByRole('button', { name: 'Keep it' }))).toBe(true)
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  expect(await hasFocus(remove)).toBe(true)

  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Document deleted successfully').waitFor()
  await page.getByText('No documents uploaded yet.').waitFor()
  expect(await accessFaults(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Lease restored').waitFor()
  await page.getByRole('heading', { name: 'Uploaded Documents (1)' }).waitFor()

  await remove.click()
  await dialog.getByRole('button', { name: 'Delete document' }).click()
  await page.getByText('Document deleted successfully').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Recently deleted (1)' }).click()
  await page.getByText(/^v1, can be restored until \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/).waitFor()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Restore Lease, v1' }).click()
  await page.getByText('Lease restored').waitFor()
  await page.getByRole('heading', { name: 'Uploaded Documents (1)' }).waitFor()
  expect(await page.getByText('Recently deleted').count()).toBe(0)
})

journey('Every failure has its own message and can be retried', async ({ open }) => {
  const page = await onDocuments(open)
  const failing = async (path: RegExp, method: string, act: () => Promise<void>) => {
    await page.route(path, route =>
      route.request().method() === method ? route.fulfill({ status: 429, json: {} }) : route.fallback(),
    )
    await act()
    await page.unroute(path)
  }

  await failing(/\/documents\/upload$/, 'POST', async () => {
    await page.getByLabel('Document Name').fill('Pay stub')
    await picker(page).setInputFiles(jpeg('stub.jpg', await plainPicture()))
    await page.getByText('Failed to upload document').waitFor()
    await expectNoFaults(page)
  })
  await page.route(/\/documents\/upload$/, route => route.fulfill({ json: { success: false } }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Uploading...').first().waitFor({ state: 'detached' })
  await page.getByText('Failed to upload document').waitFor()
  await page.unroute(/\/documents\/upload$/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Pay stub uploaded successfully!').waitFor()

  await page.route(/\/documents\/upload$/, async route => {
    await route.fetch()
    await route.fulfill({ contentType: 'text/html', body: '<p>Sign in to the hotel' })
  })
  await page.getByLabel('Document Name').fill('Pay stub')
  await picker(page).setInputFiles(jpeg('stub-2.jpg', await plainPicture({ seed: 2 })))
  await page.getByText('Failed to upload document').waitFor()
  await page.unroute(/\/documents\/upload$/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Pay stub uploaded successfully!').waitFor()
  await page.getByRole('cell', { name: 'v2', exact: true }).waitFor()

  await failing(/\/documents\/[^/]+\/download$/, 'GET', async () => {
    await page.getByRole('button', { name: 'Download Pay stub' }).click()
    await page.getByText('Failed to download document').waitFor()
  })
  expect((await saved(page, page.getByRole('button', { name: 'Retry' }))).name).toBe('Pay stub.jpg')

  await failing(/\/documents\/[^/]+$/, 'DELETE', async () => {
    await page.getByRole('button', { name: 'Delete Pay stub' }).click()
    await page.getByRole('button', { name: 'Delete document' }).click()
    await page.getByText('Failed to delete document').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  await page.getByRole('heading', { name: 'Uploaded Documents (1)' }).waitFor()

  await failing(/\/v1\/documents(\?.*)?$/, 'GET', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await page.getByText('Failed to load documents').first().waitFor()
    await expectNoFaults(page)
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: 'Uploaded Documents (1)' }).waitFor()

  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(/\/v1\/documents$/, async route => {
    await held
    await route.continue()
  })
  await page.reload()
  await page.getByText('Loading documents...').waitFor()
  await expectNoFaults(page)
  answer()
  await page.getByRole('heading', { name: 'Uploaded Documents (1)' }).waitFor()
})

journey('In an opened account only what the server allows is offered', async ({ open }) => {
  const person = await newUser()
  await uploadDocument(person.accessToken, 'State ID')
  const staff = await open()
  const refused: string[] = []
  staff.on('response', answer => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await enterAccount(staff, person.phoneNumber)
  await staff.goto('/documents')
  await staff.getByText('This account is open for reading only.').waitFor()
  expect(await staff.getByLabel('Document Name').isDisabled()).toBe(true)
  expect(await picker(staff).isDisabled()).toBe(true)
  expect(await staff.getByRole('button', { name: 'Delete State ID' }).isDisabled()).toBe(true)
  await staff.getByText('You cannot delete or restore here. Only the client can do this.').waitFor()
  expect((await saved(staff, staff.getByRole('button', { name: 'Download State ID' }))).name).toBe(
    'State ID.jpg',
  )
  await expectNoFaults(staff)

  const helper = await open()
  await enterAccount(helper, person.phoneNumber, 'She asked us to add her bill')
  await helper.goto('/documents')
  await upload(helper, 'Water bill', jpeg('water.jpg', await plainPicture({ seed: 7 })))
  expect(await helper.getByRole('button', { name: 'Delete Water bill' }).isDisabled()).toBe(true)
  expect(refused).toEqual([])
})
