import { afterAll, beforeAll, expect, it } from 'vitest'
import { ShownFindings } from '#features/findings/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import type { Analytics } from '../contract.ts'

/** Equifax changes the date of Maya’s collection in September 2026, so two of her seven reports differ. */

let app: TestApp
let maya: Tokens
beforeAll(async () => {
  app = await openApp({ demo: true, openedAt: new Date('2026-11-20T15:00:00Z') })
  maya = await app.signIn('+12025550143')
})
afterAll(() => app.close())

const findings = async () =>
  ShownFindings.parse((await app.send('GET', '/credit/findings', { as: maya })).json()).items
const reDated = async () => (await findings()).filter(({ rule }) => rule === 'C-17')

it('a date that an earlier report gave otherwise is found, with what each report gave', async () => {
  const [found, ...others] = await reDated()
  expect(others).toEqual([])
  expect(found).toMatchObject({ verdict: 'contradiction', bureaus: ['Equifax'] })
  expect(found?.explanation).toMatch(
    /^Equifax now gives 06\/03\/2025 as the opening date\. Your report of 0[5-8]\/\d\d\/2026 gave 07\/18\/2024\./,
  )
})

it('and is nothing to a plan that does not show the bureau', async () => {
  await app.send('POST', '/user/max-plan', { as: maya, body: { enabled: false } })
  expect(await reDated()).toEqual([])
  await app.send('POST', '/user/max-plan', { as: maya, body: { enabled: true } })
  expect(await reDated()).toHaveLength(1)
})

it('Overview and the list of findings lead with the same one', async () => {
  const { mainAlert } = (await app.send('GET', '/credit/analytics', { as: maya })).json<Analytics>()
  const items = await findings()
  const lead = items.find(({ recommended }) => recommended)
  expect(mainAlert).toMatchObject({ findingId: lead?.id, title: lead?.title })
})

it('moving house changes at once what is asked about addresses', async () => {
  const asked = async () =>
    (await findings())
      .filter(({ rule }) => rule === 'P-04')
      .flatMap(({ evidence }) => evidence.map(({ value }) => value))
  const [strange] = await asked()
  expect(strange).toMatch(/^9 Ferndale/i)
  const address = { street: '9 Ferndale Court', city: 'Bakersfield', state: 'CA', postal: strange?.slice(-5) }
  const moved = await app.send('PATCH', '/user/profile', { as: maya, body: { address } })
  expect(moved.statusCode).toBe(200)
  expect(await asked()).toEqual([])
})
