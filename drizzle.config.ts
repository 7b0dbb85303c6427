import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/platform/db/tables.ts',
    './src/features/*/server/tables.ts',
    './src/sandbox/server/tables.ts',
  ],
  out: './migrations',
})
