import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Files that mention complaints to the Bureau, other than the one that defines the wording. */
const mentions = globSync('src/**/*.{ts,tsx}')
  .filter(file => !file.endsWith('.test.ts') && !file.endsWith('legal/cfpb-complaint.ts'))
  .map(file => ({ file, text: readFileSync(file, 'utf8') }))

it('states the rule and the addresses in one place', () => {
  const own = mentions.filter(({ text }) =>
    /consumerfinance\.gov\/complaint|(takes|accepts) a complaint|dispute (has )?ended or/.test(text),
  )
  expect(own.map(({ file }) => file)).toEqual([])
})
