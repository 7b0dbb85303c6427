import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { accessFaults, address, journey } from './journey.ts'
import { fillAddress, fillIdentity, iris } from './register.ts'

const phoneNumber = '+12135557197'

/** The autocomplete purpose of each field for browsers and password managers (WCAG 1.3.5, 3.3.8). */
const purposes = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('main form :is(input:not([type="radio"], [type="checkbox"]), select)')
      .evaluateAll(fields => fields.map(field => [field.id, field.getAttribute('autocomplete') ?? ''])),
  )

journey('A field is checked on submit, and then while typing', async ({ open }) => {
  const page = await open()
  await page.goto('/login')
  const phone = page.getByLabel('Mobile number')
  const sentence = page.getByText('Enter a US mobile number')
  await phone.pressSequentially('213')
  await phone.blur()
  expect(await sentence.count()).toBe(0)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await sentence.waitFor()
  expect(await phone.getAttribute('aria-invalid')).toBe('true')
  expect(await phone.getAttribute('aria-describedby')).toContain('phoneNumber-error')
  await phone.pressSequentially('55571')
  expect(await sentence.count()).toBe(1)
  await phone.pressSequentially('97')
  await sentence.waitFor({ state: 'detached' })
  expect(await phone.getAttribute('aria-invalid')).toBe(null)
})

journey('Every registration step declares the purposes of its fields and passes axe', async ({ open }) => {
  const page = await open({ width: 390 })
  const good = async (heading: string, expected: Record<string, string>) => {
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(await purposes(page)).toEqual(expected)
    expect(await accessFaults(page)).toEqual([])
  }
  const next = () => page.getByRole('button', { name: 'Continue' }).click()
  await page.goto('/register')
  await page.getByLabel('Mobile number').fill(phoneNumber)
  expect(await purposes(page)).toEqual({ phoneNumber: 'tel-national' })
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const code = page.getByLabel('6-digit code')
  await code.waitFor()
  expect(await code.getAttribute('inputmode')).toBe('numeric')
  await good('Enter your code', { code: 'one-time-code', email: 'email' })
  await code.fill(await readNewestCode(address, phoneNumber))
  await page.getByLabel('Email').fill('new.person@example.com')
  await next()
  await page.getByLabel('First name').waitFor()
  await good('Confirm who you are', {
    firstName: 'given-name',
    lastName: 'family-name',
    middleName: 'additional-name',
    birthDate: 'bday-month',
    birthDay: 'bday-day',
    birthYear: 'bday-year',
    ssn: 'off',
  })
  await fillIdentity(page, { ...iris, ssn: '512-34-5698' })
  await next()
  await page.getByLabel('Street address').waitFor()
  await good('Where do you live?', {
    streetAddress: 'street-address',
    city: 'address-level2',
    state: 'address-level1',
    zip: 'postal-code',
  })
  await fillAddress(page)
  await next()
  await good('What are you working towards?', { goalTargetPeriod: '' })
})

journey('Staff can sign in with a password manager', async ({ open }) => {
  const page = await open()
  await page.goto('/manager')
  await page.getByLabel('Email').waitFor()
  expect(Object.values(await purposes(page))).toEqual(['username', 'current-password'])
})
