/**
 * `npm run fuzz -- <target> [--runs 1000000] [--seed 7]`: what comes from outside, changed by chance, against the parts of the
 * product that read it (docs/reliability.md).
 */
import { runCommand } from '../drills/command.ts'
import type { Drill } from '../drills/drill.ts'
import { codes } from './codes.ts'
import { headers } from './headers.ts'
import { multipart } from './multipart.ts'
import { pictures } from './pictures.ts'
import { providers } from './providers.ts'
import { reports } from './reports.ts'
import { sessions } from './sessions.ts'
import { texts } from './texts.ts'
import { webhooks } from './webhooks.ts'

const targets: Readonly<Record<string, Drill>> = {
  pictures,
  headers,
  multipart,
  webhooks,
  texts,
  reports,
  providers,
  codes,
  sessions,
}

await runCommand('fuzz', targets)
