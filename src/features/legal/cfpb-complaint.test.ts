import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Files that say something about complaints to the Bureau, beside the one that words it. */
const mentions = globSync('src/**/*.{ts,tsx}')
  .filter(file => !file.endsWith('.test.ts') && !file.endsWith('legal/cfpb-complaint.ts'))
  .map(file => ({ file, text: readFileSync(file, 'utf8') }))

it('words the rule and the addresses in one place', () => {
  const own = mentions.filter(({ text }) =>
    /consumerfinance\.gov\/complaint|(takes|accepts) a complaint|dispute (has )?ended or/.test(text),
  )
  expect(own.map(({ file }) => file)).toEqual([])
})
