import path from 'node:path'
import { defineConfig } from 'vitest/config'

const serverTests = [
  'src/app/*.test.ts',
  'src/app/commands/*.test.ts',
  'src/features/*/server/**/*.test.ts',
  'src/platform/**/*.test.ts',
  'src/providers/**/*.test.ts',
  'src/sandbox/{server,bureau}/**/*.test.ts',
]

/** Tests of what only the embedded database has. */
const embeddedOnly = ['src/platform/db/{empty-database,pglite-stream}.test.ts']

/**
 * Repeated on the embedded database although PostgreSQL is there: transactions, jobs and the audit log's chain; starting, being
 * killed and upgrading with its own files; and the search of those files. CI runs all server tests on it (`ci.yml`).
 */
const besidePostgres = [
  ...embeddedOnly,
  'src/app/{boot,durability,sweep,upgrade}.test.ts',
  'src/platform/audit/chainer.test.ts',
  'src/platform/db/{fair-pool,prepared}.test.ts',
  'src/platform/jobs/{at-once,jobs,provider-rate-limiter}.test.ts',
]
const postgres = process.env.TEST_DATABASE_URL

const support = path.join(import.meta.dirname, 'test/support')
/** What the server runs in threads, its tests run in process; the process that reads pages is the built one. */
const alias = {
  '#platform/threads.ts': path.join(support, 'in-process-threads.ts'),
  '#platform/process-pool.ts': path.join(support, 'built-processes.ts'),
}

/** What is waited for comes late on a busy machine; its default is one second. */
const patient = { timeout: 30_000 }

/** What the tests share that run the real application on a database. */
const onDatabase = {
  globalSetup: 'test/support/prepared-database.ts',
  // Loading the application for each file takes a quarter of the time; so none replaces a module or a global.
  isolate: false,
  maxWorkers: 3,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: patient },
}

/**
 * `unit` needs nothing; `server` runs the application on the embedded database, `server-postgres` on that of
 * `TEST_DATABASE_URL`. Run together they fill the time in which tests wait; three workers keep two processors busy.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers: 3,
          // Loading what many files share takes a third of the time; so what a test replaces it puts back.
          isolate: false,
          // Of no meaning but that nothing hangs: properties take their time on a busy machine.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          include: ['{src,test}/**/*.test.ts', 'lab/**/*.test.ts'],
          setupFiles: process.env.TEST_TIMES ? ['test/support/long-properties.ts'] : [],
          exclude: serverTests,
        },
      },
      {
        resolve: { alias },
        test: {
          ...onDatabase,
          name: 'server',
          // Optimizing PGlite's code takes longer than these tests run it.
          execArgv: ['--liftoff-only'],
          env: { TEST_DATABASE_URL: '' },
          include: postgres ? besidePostgres : serverTests,
        },
      },
      ...(postgres
        ? [
            {
              resolve: { alias },
              test: {
                ...onDatabase,
                name: 'server-postgres',
                include: serverTests,
                exclude: embeddedOnly,
              },
            },
          ]
        : []),
    ],
  },
})
