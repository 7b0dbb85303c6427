import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { freePort } from '#test/support/run-server.ts'
import type { Drill } from '../drills/drill.ts'
import { failedOf, openLoad } from '../drills/load.ts'
import { type Frame, profiledWhile } from './cpu-profile.ts'
import { durableDatabases, openRoom, usual } from './room.ts'
import { looked, saturation } from './saturation.ts'
import { mixedArrivals } from './traffic.ts'

const MOST = 0.1
const SHOWN = 12

/** Sealing, opening, keyed indexes and tokens: whatever is done within these files, or in Node's own. */
const isEncryption = ({ file }: Frame) =>
  file === 'src/platform/crypto/encryption.ts' || file.startsWith('node:internal/crypto/')

/** What encryption costs of all that requests cost (security-reliability L10). */
export const profile: Drill = {
  what: 'at 0.7 of saturation: the share of encryption in what the processor does (L10)',
  options: { ...usual, ...looked, seconds: '60' },
  run: (given, report) =>
    durableDatabases(given, async database => {
      const inspector = await freePort()
      const settings = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` }
      const { url, people, close } = await openRoom(database, given, settings)
      const arrival = mixedArrivals(url, people, chanceOf(given.seed))
      const s = await saturation(arrival, given, report)
      const load = openLoad(0.7 * s, arrival)
      const seen = await profiledWhile(inspector, () => delay(given.count('seconds') * 1_000))
      const stretch = await load.stop()
      await close()
      report.figure('requests that failed meanwhile', failedOf(stretch))
      report.figure(
        'the processor was at work',
        `${((100 * seen.busyMs) / (given.count('seconds') * 1_000)).toFixed(0)} % of the time`,
      )
      for (const { frame, share } of seen.dearest(SHOWN))
        report.figure(`${(100 * share).toFixed(1).padStart(5)} %`, `${frame.name} ${frame.file}`)
      const share = seen.within(isEncryption)
      report.must(`L10: encryption, at most ${MOST}`, share <= MOST, share.toFixed(3))
    }),
}
