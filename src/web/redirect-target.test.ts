import { expect, it } from 'vitest'
import { parseRedirectTarget } from './redirect-target.ts'

it.each(['/', '/profile', '/disputes/new/account?item=1#top', '/a//b', '/\u00e9'])(
  'redirects to %s',
  next => {
    expect(parseRedirectTarget({ next })).toEqual({ next })
    expect(new URL(next, 'https://app.example').origin).toBe('https://app.example')
  },
)

it.each([
  ['another site', 'https://evil.example'],
  ['another site of the same scheme', '//evil.example'],
  ['what a backslash makes of it', '/\\evil.example'],
  ['what is left without the tab', '/\t/evil.example'],
  ['what is left without the line end', '/\n/evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a path from here', 'profile'],
  ['nothing', ''],
  ['a list', ['/profile']],
])('does not redirect to %s', (_name, next) => {
  expect(parseRedirectTarget({ next })).toEqual({ next: undefined })
})
