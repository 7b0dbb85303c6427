/** `npm run architecture`: draws the pictures of docs/architecture.md anew from the imports. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { picturesOf, withPictures } from './architecture-picture.ts'

const root = path.join(import.meta.dirname, '..')
const file = path.join(root, 'docs', 'architecture.md')
writeFileSync(file, withPictures(readFileSync(file, 'utf8'), picturesOf(path.join(root, 'src'))))
