/** `npm run restore -- <file> [--force]` */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config.ts'
import { restore } from './data-copy.ts'

process.umask(0o077)
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file) throw new ConfigError('say which backup: npm run restore -- fairfile.tar.gz')
  const config = readConfig(process.env)
  const { replaced, keyring } = await restore(config, file, { force: values.force, now: new Date() })
  console.log(`Restored ${file} to ${config.dataDir}.`)
  if (replaced) console.log(`What was there before is in ${replaced}.`)
  if (keyring === 'missing') console.log(`Put the keyring back at ${config.keyringFile} before you start.`)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(`Fairfile: ${error.message}`)
  process.exitCode = 78
}
