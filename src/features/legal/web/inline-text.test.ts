import { expect, it } from 'vitest'
import { splitInline } from './inline-text.ts'

it.each([
  ['Plain text.', ['Plain text.']],
  ['Write to [us](mailto:help@harborcredit.us).', ['Write to ', 'us>mailto:help@harborcredit.us', '.']],
  [
    '**Free** at [the FTC](https://www.ftc.gov/a?b=c)',
    ['!Free', ' at ', 'the FTC>https://www.ftc.gov/a?b=c'],
  ],
  [
    '[go](javascript:alert(1)) and [go](http://insecure.us)',
    ['[go](javascript:alert(1)) and [go](http://insecure.us)'],
  ],
  ['<b onclick=x>1 < 2</b> [left open] * **', ['<b onclick=x>1 < 2</b> [left open] * **']],
])('%s', (paragraph, parts) => {
  expect(
    splitInline(paragraph).map(part => {
      if (part.kind === 'link') return `${part.text}>${part.href}`
      return part.kind === 'bold' ? `!${part.text}` : part.text
    }),
  ).toEqual(parts)
})
