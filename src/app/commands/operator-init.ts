/**
 * `npm run operator:init -- <folder> [--preset household]` copies a preset's example to a folder for use as
 * `OPERATOR_DIR`. It changes no existing file.
 */
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from '#platform/config/config.ts'
import { operatorPresets } from '#platform/config/operator-settings.ts'
import { exitWithError } from './run-command.ts'

const examples = join(import.meta.dirname, '../../../examples')
const USAGE = 'npm run operator:init -- <folder> [--preset company|household]'

const parse = () => {
  const { values, positionals } = parseArgs({
    options: { preset: { type: 'string', default: 'company' } },
    allowPositionals: true,
  })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new ConfigError(`name one folder: ${USAGE}`)
  const preset = operatorPresets.find(name => name === values.preset)
  if (preset === undefined) throw new ConfigError(`--preset: must be one of ${operatorPresets.join(', ')}`)
  return { folder: resolve(folder), preset }
}

try {
  const { folder, preset } = parse()
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ConfigError(`${folder}: is not empty; nothing was written`)
  cpSync(join(examples, preset), folder, { recursive: true })
  console.log(`Written: ${join(folder, 'operator.json')}`)
  console.log('Change every value in it, then start the server with OPERATOR_DIR set to this folder.')
} catch (error) {
  exitWithError(error)
}
