/**
 * `npm run load -- <name> [--options]`: how much the product bears, as ratios to limits that are measured on the same machine
 * in the same run (docs/reliability.md, Load).
 */
import { runCommand } from '../drills/command.ts'
import type { Drill } from '../drills/drill.ts'
import { isolation } from './isolation.ts'
import { mail } from './mail.ts'
import { overload } from './overload.ts'
import { profile } from './profile.ts'
import { ratio } from './ratio.ts'
import { slo } from './slo.ts'
import { upload } from './upload.ts'
import { webhook } from './webhook.ts'

const loads: Readonly<Record<string, Drill>> = {
  ratio,
  slo,
  overload,
  webhook,
  mail,
  upload,
  isolation,
  profile,
}

await runCommand('load', loads)
