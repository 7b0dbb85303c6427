import { expect, test } from 'vitest'
import { tabForKey } from './tab-keys.ts'

const tabs = ['first', 'second', 'last'] as const
const alone = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test.each([
  ['ArrowRight', 'first', 'second'],
  ['ArrowRight', 'last', 'first'],
  ['ArrowLeft', 'second', 'first'],
  ['ArrowLeft', 'first', 'last'],
  ['Home', 'second', 'first'],
  ['End', 'second', 'last'],
  ['Enter', 'second', undefined],
  ['ArrowDown', 'second', undefined],
] as const)('%s on the %s tab selects %s', (key, from, to) => {
  expect(tabForKey({ ...alone, key }, tabs, from)).toBe(to)
})

test.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const)(
  'with %s a key is left to the browser',
  modifier => {
    expect(tabForKey({ ...alone, key: 'ArrowLeft', [modifier]: true }, tabs, 'second')).toBeUndefined()
  },
)
