/** `npm run backup -- <file> [--with-keyring]` */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config.ts'
import { backUp } from './data-copy.ts'

process.umask(0o077)
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'with-keyring': { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file) throw new ConfigError('say where the backup goes: npm run backup -- fairfile.tar.gz')
  const config = readConfig(process.env)
  const withKeyring = values['with-keyring']
  await backUp(config, file, { withKeyring })
  console.log(`Backed up ${config.dataDir} to ${file}.`)
  console.log(
    withKeyring
      ? 'It holds the keyring: whoever has this file can read everything in it.'
      : `The keyring is not inside. Keep a copy of ${config.keyringFile} apart: nothing personal can be read without it.`,
  )
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(`Fairfile: ${error.message}`)
  process.exitCode = 78
}
