import { defineConfig } from 'vitest/config'

const featureServerTests = 'src/features/*/server/**/*.test.ts'
const otherServerTests = [
  'src/app/*.test.ts',
  'src/app/commands/*.test.ts',
  'src/platform/**/*.test.ts',
  'src/providers/**/*.test.ts',
  'src/sandbox/{server,bureau}/**/*.test.ts',
]
const serverTests = [...otherServerTests, featureServerTests]

/** Server tests that query no database, or only as many others do: they run on the embedded database alone. */
const onOneDatabase = [
  'src/app/commands/credit-data-check.test.ts',
  'src/app/drain.test.ts',
  'src/platform/config/*.test.ts',
  'src/platform/db/pglite-stream.test.ts',
  'src/platform/zip.test.ts',
  'src/providers/**/*.test.ts',
  'src/features/account/server/export.test.ts',
  'src/features/disputes/server/{enclosure-pages,letter-pdf,pdf-renderer,case-file/seal}.test.ts',
  'src/features/documents/server/{hostile,pictures}.test.ts',
  'src/features/reports/server/pdf/*.test.ts',
  'src/features/staff/server/password-hash.test.ts',
]

/**
 * The run on the embedded database when a run on PostgreSQL follows: starting, migrating, jobs, encryption and storage, and
 * what no other database runs. The browser tests use every feature on it.
 */
const besidePostgres = [...otherServerTests, ...onOneDatabase]

/** What is waited for comes late on a busy machine; its default is one second. */
const patient = { timeout: 30_000 }

/** `unit` needs nothing; `server` runs the real application on a database: the embedded one or that of `TEST_DATABASE_URL`. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers: 2,
          // Loading what many files share takes a third of the time; so what a test replaces it puts back.
          isolate: false,
          // Of no meaning but that nothing hangs: properties take their time on a busy machine.
          testTimeout: 180_000,
          include: ['{src,test}/**/*.test.ts', 'lab/**/*.test.ts'],
          exclude: serverTests,
        },
      },
      {
        test: {
          name: 'server',
          include: process.env.TEST_BESIDE_POSTGRES ? besidePostgres : serverTests,
          exclude: process.env.TEST_DATABASE_URL ? onOneDatabase : [],
          globalSetup: 'test/support/prepared-database.ts',
          // An embedded database takes about 300 MB in each worker; one on a server leaves the worker waiting.
          maxWorkers: process.env.TEST_DATABASE_URL ? 3 : 2,
          // Loading the application anew for each file takes a quarter of the time; so none replaces a module or a global.
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: patient },
        },
      },
    ],
  },
})
