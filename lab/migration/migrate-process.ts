import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { bareEnvironment } from '#test/support/run-server.ts'
import type { LabDatabase } from '../harness/databases.ts'

const root = path.join(import.meta.dirname, '../..')

/** When the program is killed: at a statement, or after a number of milliseconds. */
export type Kill = { statement: number; when: 'before' | 'sent' } | { after: number }

/** How the program ended; `statements` only if it was not killed. */
export type Migrated = {
  code: number | null
  killed: boolean
  statements: number
  took: number
  said: string
}

/** The operator's command; the embedded database has none, because every command migrates first. */
const commandFor = ({ settings }: LabDatabase): readonly string[] =>
  settings.DATABASE_URL ? ['src/app/commands/migrate.ts'] : ['src/app/commands/mail-operator.ts', 'list']

/** Migrates a database as an operator does, in a process that may be killed. */
export const migrating = async (database: LabDatabase, kill?: Kill): Promise<Migrated> => {
  const at = kill && 'statement' in kill ? `${kill.statement} ${kill.when}` : ''
  const began = performance.now()
  const command = spawn(
    process.execPath,
    ['--import', path.join(import.meta.dirname, 'end-at-statement.ts'), ...commandFor(database)],
    {
      cwd: root,
      env: { ...bareEnvironment(), LOG_LEVEL: 'error', ...database.settings, END_AT: at },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [command.stdout, command.stderr])
    stream.on('data', chunk => {
      said += String(chunk)
    })
  const timer = kill && 'after' in kill ? setTimeout(() => command.kill('SIGKILL'), kill.after) : undefined
  await once(command, 'close')
  clearTimeout(timer)
  return {
    code: command.exitCode,
    killed: command.signalCode === 'SIGKILL',
    statements: Number(/^statements: (\d+)$/m.exec(said)?.[1] ?? 0),
    took: performance.now() - began,
    said,
  }
}
