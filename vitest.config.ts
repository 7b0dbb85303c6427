import { defineConfig } from 'vitest/config'

const serverTests = [
  'src/server/**/*.test.ts',
  'src/features/*/server/**/*.test.ts',
  'src/providers/**/*.test.ts',
]

/** What is waited for comes late on a busy machine; its default is one second. */
const patient = { timeout: 30_000 }

/**
 * Three kinds of test. `heart` needs nothing; `server` runs the real application on a database, the embedded one or
 * that of `TEST_DATABASE_URL`; `e2e` opens the served page in a real browser.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'heart',
          // Of no meaning but that nothing hangs: properties take their time on a busy machine.
          testTimeout: 60_000,
          include: ['src/**/*.test.ts'],
          exclude: serverTests,
        },
      },
      {
        test: {
          name: 'server',
          include: serverTests,
          globalSetup: 'src/testing/initialised-database.ts',
          // An embedded database takes about 300 MB in each worker.
          maxWorkers: 2,
          // Loading the application anew for each file takes a quarter of the time; so none replaces a module or a global.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: patient },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: 'e2e/set-up.ts',
          // The journeys share one server and its demo people.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: patient },
        },
      },
    ],
  },
})
