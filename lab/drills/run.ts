/**
 * `npm run drill -- <name> [--options]`: ways in which things go wrong, made on this machine with real processes on
 * loopback, and judged by what was acknowledged (docs/decisions/0025-drills.md).
 */
import { blackout } from './blackout.ts'
import { clock } from './clock.ts'
import { runCommand } from './command.ts'
import { disk } from './disk.ts'
import { drain } from './drain.ts'
import type { Drill } from './drill.ts'
import { image } from './image.ts'
import { migrate } from './migrate.ts'
import { postgres } from './postgres.ts'
import { restore } from './restore.ts'
import { rolling } from './rolling.ts'
import { rotate } from './rotate.ts'
import { soak } from './soak.ts'
import { stall } from './stall.ts'
import { writes } from './writes.ts'

const drills: Readonly<Record<string, Drill>> = {
  writes,
  postgres,
  rolling,
  drain,
  clock,
  disk,
  blackout,
  soak,
  stall,
  restore,
  rotate,
  migrate,
  image,
}

await runCommand('drill', drills)
