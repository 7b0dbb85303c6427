import { expect } from '@playwright/test'
import { address, journey } from './journey.ts'
import { newUser, uploadDocument } from './new-people.ts'
import { continueAs } from './people.ts'

journey('A document changed elsewhere cannot be changed by mistake', async ({ open }) => {
  const person = await newUser()
  const { accessToken } = person
  const upload = (name: string) => uploadDocument(accessToken, name)
  await upload('Lease')
  await upload('Lease')
  const card = await upload('Card')
  const page = await open()
  await continueAs(page, person)
  await page.goto('/documents')
  await page.getByRole('heading', { name: 'Uploaded Documents (2)' }).waitFor()

  // A version added since is later, not earlier: deleting it would delete them all.
  await upload('Lease')
  await page.getByText('Earlier versions of Lease').click()
  await page.getByRole('button', { name: 'Delete version 1 of Lease' }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete version 3 of Lease' }).count()).toBe(0)

  const headers = { authorization: `Bearer ${accessToken}` }
  const deleted = await fetch(`${address}/api/v1/documents/${card}`, { method: 'DELETE', headers })
  expect(deleted.ok).toBe(true)
  await page.getByRole('button', { name: 'Delete Card' }).click()
  await page.getByRole('button', { name: 'Delete document' }).click()
  await page.getByText('We could not find that.').waitFor()
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  await page.getByRole('heading', { name: 'Uploaded Documents (1)' }).waitFor()
  await page.getByRole('heading', { name: 'Recently deleted (1)' }).waitFor()
})
