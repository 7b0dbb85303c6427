/**
 * `npm run bench`: how long users wait for things. Machines differ, so every figure is printed with a reference measured in
 * the same run. `npm run bench -- readers letters` runs only these parts.
 */
import { cpus } from 'node:os'
import { analytics } from './analytics.ts'
import { findings } from './findings.ts'
import { growth } from './growth.ts'
import { largestReport } from './largest-report.ts'
import { letters } from './letters.ts'
import { mailing } from './mailing.ts'
import { matching } from './matching.ts'
import { type Part, say } from './measure.ts'
import { ordinaryImport } from './ordinary-import.ts'
import { pdfImport } from './pdf-import.ts'
import { readers } from './readers.ts'
import { slowPhone } from './slow-phone.ts'
import { staffLists } from './staff-lists.ts'
import { tradelines } from './tradelines.ts'
import { uploads } from './uploads.ts'

const parts: Record<string, Part> = {
  findings,
  growth,
  matching,
  readers,
  analytics,
  'largest-report': largestReport,
  letters,
  mailing,
  uploads,
  'ordinary-import': ordinaryImport,
  'pdf-import': pdfImport,
  tradelines,
  'staff-lists': staffLists,
  'slow-phone': slowPhone,
}

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

say(`Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model ?? 'of unknown kind'}`)
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  say('')
  await part()
}
