import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Scenario } from './scenario.ts'

const root = path.join(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')

/** Server tests that run fewer cases in `npm test`. They query no database. */
const reducedServerTests = ['src/sandbox/bureau', 'src/platform/http/serve-endpoints']

/** The unit tests and some server tests with many times the generated cases of `npm test`, and every case of each matrix. */
export const properties: Scenario = {
  what: 'generated tests with more cases; --times 50: fifty times as many as npm test',
  options: { times: '50' },
  run: async ({ count }, report) => {
    for (const chosen of [['unit'], ['server', ...reducedServerTests]]) {
      const tests = spawn(
        process.execPath,
        [vitest, 'run', '--testTimeout=3600000', '--project', ...chosen],
        {
          cwd: root,
          // With PostgreSQL, the project `server` would not include them.
          env: {
            ...process.env,
            NODE_ENV: 'test',
            TEST_DATABASE_URL: '',
            TEST_TIMES: String(count('times')),
          },
          stdio: 'inherit',
        },
      )
      await once(tests, 'close')
      report.must(`the ${chosen[0]} tests passed`, tests.exitCode === 0, `exit code ${tests.exitCode}`)
    }
  },
}
