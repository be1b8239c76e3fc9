import { defineConfig } from '@playwright/test'
import { findBrowser } from '../../../tools/scripts/find-browser.ts'
import { chromiumFlags } from '../../support/browser/chromium-flags.ts'
import { forgetEndedRuns } from '../../support/server/server-under-test.ts'

// The folder of this run holds the extension.
if (process.env.TEST_WORKER_INDEX === undefined) forgetEndedRuns()

const executablePath = process.env.CHROMIUM_PATH ?? (await findBrowser())

/** Needs no site and no server of Aman's. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../../.cache/extension-tests',
  // One test opens a mailbox from its first mail to its last.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  projects: [
    {
      name: 'chromium',
      use: {
        screenshot: 'only-on-failure',
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          args: chromiumFlags,
        },
      },
    },
  ],
})
