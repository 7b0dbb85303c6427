/** `npm run db:reset`: deletes the embedded database, the document files and the keyring, so that the next start creates new ones. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { lockDataDir } from '#platform/db/data-lock.ts'

try {
  const { production, databaseUrl, dataDir, keyringFile } = readConfig(process.env)
  if (production) throw new ConfigError('data is never thrown away in production')
  if (databaseUrl) throw new ConfigError('DATABASE_URL is set: drop and create that database yourself')
  const lock = lockDataDir(dataDir)
  rmSync(path.join(dataDir, 'pg'), { recursive: true, force: true })
  rmSync(path.join(dataDir, 'files'), { recursive: true, force: true })
  rmSync(keyringFile, { force: true })
  lock.release()
  console.log(
    `The embedded database and the files in ${dataDir} are gone. The next start makes a new one with the demo people.`,
  )
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(`Fairfile: ${error.message}`)
  process.exitCode = 78
}
