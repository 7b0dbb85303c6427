import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { afterAll, expect, it, vi } from 'vitest'

vi.resetModules()
vi.doMock('#web/client.ts', () => ({ client: {} }))
vi.doMock('#web/sign-in-client.ts', () => ({ signInClient: {} }))
for (const store of ['localStorage', 'sessionStorage'])
  vi.stubGlobal(store, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
vi.stubGlobal('addEventListener', () => undefined)
const { router } = await import('./routes.tsx')

afterAll(() => {
  vi.doUnmock('#web/client.ts')
  vi.doUnmock('#web/sign-in-client.ts')
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The search parameters of a screen's address, as the router passes them on. */
const searchAt = (href: string): unknown => {
  const { routeTree } = router
  const here = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [href] }) })
  return here.matchRoutes(here.latestLocation.pathname, here.latestLocation.search).at(-1)?.search
}

it.each([
  ['https://evil.example', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['["/profile"]', undefined],
  ['/disputes?item=1', '/disputes?item=1'],
])('signing in with %s as the target continues to %s', (asked, next) => {
  expect(searchAt(`/login?next=${encodeURIComponent(asked)}`)).toEqual({ next })
})

it.each([
  ['/register?step=9', { step: undefined }],
  ['/register?step=[2]', { step: undefined }],
  ['/disputes/new/account?step=[1]&found=7', { step: undefined, found: undefined }],
  ['/disputes/one?mail=yes', { mail: undefined }],
  ['/disputes/one/follow-up?item={"a":1}&next="1"', { item: '[object Object]', next: 1 }],
  ['/unsubscribe?token=[1]', { token: undefined }],
])('of %s its screen reads only what the route accepts', (href, search) => {
  expect(searchAt(href)).toEqual(search)
})

const readers = Object.values(router.routesById).flatMap(({ id, options: { validateSearch } }) =>
  typeof validateSearch === 'function' ? [{ id, validateSearch }] : [],
)

it.each(readers)('$id names the parameters it reads, even if the address has none', ({ validateSearch }) => {
  // The router passes unnamed keys through from the address.
  expect(Object.keys(validateSearch({}))).not.toEqual([])
})
