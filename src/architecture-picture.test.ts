import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { picturesOf, withPictures } from '../scripts/architecture-picture.ts'

test('the pictures of docs/architecture.md show the imports as they are; npm run architecture draws them', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  expect(text).toBe(withPictures(text, picturesOf(import.meta.dirname)))
})

test('a picture without a place in the document is a mistake', () => {
  expect(() => withPictures('# Architecture', { places: '' })).toThrow('there is no place for places')
})
