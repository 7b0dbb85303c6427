import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Scenario } from './scenario.ts'

const root = path.join(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')

/** The unit tests with many times the generated cases of `npm test`. */
export const properties: Scenario = {
  what: 'the unit tests with more generated cases; --times 20: twenty times as many as npm test',
  options: { times: '20' },
  run: async ({ count }, report) => {
    const tests = spawn(process.execPath, [vitest, 'run', '--project', 'unit', '--testTimeout=3600000'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'test', TEST_TIMES: String(count('times')) },
      stdio: 'inherit',
    })
    await once(tests, 'close')
    report.must('the tests passed', tests.exitCode === 0, `exit code ${tests.exitCode}`)
  },
}
