/** `npm run backup -- <file> [--with-keyring]` and `npm run backup -- --make-key <file>` (docs/operating.md, Backup and restore). */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { makeBackupKey } from '../copies/backup-key.ts'
import { backUp } from '../copies/data-copy.ts'
import { exitWithError } from './refused.ts'

const makeKey = async (file: string) => {
  const recipient = await makeBackupKey(file, new Date())
  console.log(
    `${file} opens every backup that is made for it. Keep it where neither the server nor its backups are.`,
  )
  console.log(`For the server: BACKUP_RECIPIENTS=${recipient}`)
}

const makeBackup = async (file: string, withKeyring: boolean) => {
  const config = readConfig(process.env)
  await backUp(config, file, { withKeyring })
  const isPlain = config.backupRecipients.length === 0
  console.log(`Backed up ${config.dataDir} to ${file}.`)
  if (isPlain) console.log('It is not encrypted: set BACKUP_RECIPIENTS.')
  console.log(
    withKeyring
      ? `It holds the keyring: whoever ${isPlain ? 'has' : 'opens'} this file can read everything in it.`
      : `The keyring is not inside. Keep a copy of ${config.keyringFile} apart: nothing personal can be read without it.`,
  )
}

process.umask(0o077)
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'make-key': { type: 'string' }, 'with-keyring': { type: 'boolean', default: false } },
  })
  const [file] = positionals
  const keyFile = values['make-key']
  if (keyFile) await makeKey(keyFile)
  else if (file) await makeBackup(file, values['with-keyring'])
  else throw new ConfigError('say where the backup goes: npm run backup -- fairfile.tar.gz.age')
} catch (error) {
  exitWithError(error)
}
