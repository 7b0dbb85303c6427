import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { journey } from './journey.ts'
import { signInManager } from './people.ts'

const keys = [
  'accessToken',
  'refreshToken',
  'user',
  'subscriptionTier',
  'managerAccessToken',
  'managerRefreshToken',
  'manager',
  'managerSession',
]

/** All entries of a storage of the page, by key. */
const storedIn = (page: Page, name: 'localStorage' | 'sessionStorage'): Promise<Record<string, string>> =>
  page.evaluate(from => {
    const store = from === 'localStorage' ? localStorage : sessionStorage
    const names = Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
    return Object.fromEntries(names.map(key => [key, store.getItem(key) ?? '']))
  }, name)

journey('A corrupt stored key clears all of them and requires sign-in', async ({ open }) => {
  const page = await open({ signedIn: true })
  await signInManager(page)
  const whole = await storedIn(page, 'localStorage')
  expect(Object.keys(whole).toSorted()).toEqual(keys.toSorted())
  // Every value for every key: `src/web/session-storage.test.ts`.
  for (const [key, value] of [
    ['user', '{"id":{"toString":1}}'],
    ['managerSession', '<img src=x onerror=alert(1)>'],
  ] as const) {
    await page.evaluate(
      stored => {
        localStorage.clear()
        for (const [name, text] of Object.entries(stored)) localStorage.setItem(name, text)
      },
      { ...whole, [key]: value },
    )
    await page.goto('/analytics/overview')
    await page.getByLabel('Mobile number').waitFor()
    expect(new URL(page.url()).pathname, key).toBe('/login')
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  }
})

journey('Storage contains markers, ids and flags, and no personal data', async ({ open }) => {
  const page = await open({ signedIn: true })
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Personal Information' }).waitFor()
  const stored = JSON.stringify([
    await storedIn(page, 'localStorage'),
    await storedIn(page, 'sessionStorage'),
  ])
  for (const personal of ['Maya', 'Brooks', '5550143', 'maya.brooks', '@'])
    expect(stored).not.toContain(personal)
})
