import { expect } from '@playwright/test'
import { documents } from '#features/documents/contract.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { address, journey } from './journey.ts'
import { newUser } from './new-people.ts'
import { signIn } from './people.ts'

journey('A document changed elsewhere cannot be changed by mistake', async ({ open }) => {
  const { phoneNumber, accessToken } = await newUser()
  const elsewhere = async (path: string, method: 'POST' | 'DELETE', body?: FormData) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await fetch(`${address}/api/v1/documents${path}`, { method, headers, body })
    expect(answer.ok).toBe(true)
    return answer
  }
  const upload = async (name: string): Promise<string> => {
    const form = new FormData()
    form.set('documentName', name)
    form.set('file', new Blob([Uint8Array.from(await plainPicture())], { type: 'image/jpeg' }), 'a.jpg')
    const answer = await elsewhere('/upload', 'POST', form)
    return documents.upload.reply.parse(await answer.json()).document.id
  }
  await upload('Lease')
  await upload('Lease')
  const card = await upload('Card')
  const page = await open()
  await signIn(page, { phoneNumber })
  await page.goto('/documents')
  await page.getByRole('heading', { name: 'Uploaded Documents (2)' }).waitFor()

  // A version added since is later, not earlier: deleting it would delete them all.
  await upload('Lease')
  await page.getByText('Earlier versions of Lease').click()
  await page.getByRole('button', { name: 'Delete version 1 of Lease' }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete version 3 of Lease' }).count()).toBe(0)

  await elsewhere(`/${card}`, 'DELETE')
  await page.getByRole('button', { name: 'Delete Card' }).click()
  await page.getByRole('button', { name: 'Delete document' }).click()
  await page.getByText('We could not find that.').waitFor()
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  await page.getByRole('heading', { name: 'Uploaded Documents (1)' }).waitFor()
  await page.getByRole('heading', { name: 'Recently deleted (1)' }).waitFor()
})
