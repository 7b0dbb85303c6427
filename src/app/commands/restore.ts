/** `npm run restore -- <file> [--key <file>] [--force]` (docs/operating.md, Backup and restore). */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { restore } from '../copies/data-copy.ts'
import { exitWithError } from './refused.ts'

process.umask(0o077)
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, force: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file)
    throw new ConfigError('say which backup: npm run restore -- fairfile.tar.gz.age --key backup.key')
  const config = readConfig(process.env)
  const how = { force: values.force, keyFile: values.key ?? null, now: new Date() }
  const { replaced, keyring } = await restore(config, file, how)
  console.log(`Restored ${file} to ${config.dataDir}.`)
  if (replaced) console.log(`What was there before is in ${replaced}.`)
  if (keyring === 'missing') console.log(`Put the keyring back at ${config.keyringFile} before you start.`)
} catch (error) {
  exitWithError(error)
}
