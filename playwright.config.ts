import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/chromium.ts'

const { args = [], ...chromium } = await launchOptions()

/** The built product in Chromium. `npx playwright test --trace on e2e/voice.spec.ts` records what a test did. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepared-data.ts',
  outputDir: '.cache/e2e',
  // A journey waits for its server and its browser about as long as it works: three keep two processors busy.
  workers: 3,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    // No document lives long enough here for optimized code to repay the time of making it: a tenth of the browser's.
    launchOptions: { ...chromium, args: [...args, '--js-flags=--no-opt --no-maglev'] },
    // Playwright would also take one, to delete it, of each page that a passing test closes; `journey.ts` takes them instead.
    screenshot: 'off',
  },
})
