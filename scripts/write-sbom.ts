/** `npm run sbom -- [file]`: writes the bill of materials of what ships (`sbom.ts`), for a release. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sbomOf } from './sbom.ts'

const root = path.join(import.meta.dirname, '..')
const file = path.resolve(process.argv[2] ?? path.join(root, '.cache', 'fairfile.cdx.json'))
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, sbomOf(root))
console.log(file)
