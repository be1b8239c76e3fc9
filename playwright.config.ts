import { defineConfig } from '@playwright/test'
import { chromiumFlags, journeyFlags } from './tests/support/browser/chromium-flags.ts'
import { forgetEndedRuns, serverUnderTest } from './tests/support/server/server-under-test.ts'
import { provesOnce } from './tests/support/suite.ts'

// Workers read this file too, while the server is already running.
if (process.env.TEST_WORKER_INDEX === undefined) forgetEndedRuns()

const { CHROMIUM_PATH: browser, CHROMIUM_SHELL_PATH: shell } = process.env

/** `npm run test:all` alone builds sites of their own, and tries more of the same. */
const leftOut = provesOnce ? [/@all/] : []

function launchOptions(executablePath: string | undefined, args = chromiumFlags) {
  return { ...(executablePath === undefined ? {} : { executablePath }), args }
}

export default defineConfig({
  testDir: 'tests',
  testMatch: '*/browser/*.spec.ts',
  outputDir: serverUnderTest.results,
  fullyParallel: true,
  // One more than there are processors: each waits for its server a fifth of the time.
  workers: 3,
  // Long enough for a machine that does other things too; a test that passes never waits for it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    baseURL: serverUnderTest.url,
    // A moving gauge, drawn without a graphics card, is a tenth of the whole run. What moves has
    // tests that ask for motion.
    reducedMotion: 'reduce',
  },
  projects: [
    ...(shell === undefined
      ? [{ name: 'chromium', grepInvert: leftOut, use: { launchOptions: launchOptions(browser) } }]
      : [
          // A browser without windows cannot hand a link to a mail app.
          {
            name: 'chromium',
            grep: /@window/,
            grepInvert: leftOut,
            use: { launchOptions: launchOptions(browser) },
          },
          // The settings of a project take the place of those above it.
          {
            name: 'shell',
            grepInvert: [/@window/, ...leftOut],
            use: { launchOptions: launchOptions(shell, journeyFlags) },
          },
        ]),
    // The marked journeys once more in Arabic: docs/decisions/0072.
    {
      name: 'arabic',
      grep: /@arabic/,
      use: { launchOptions: launchOptions(shell ?? browser, journeyFlags) },
    },
    // The main journeys once more on a slow network.
    {
      name: 'late',
      grep: /@firefox/,
      use: { launchOptions: launchOptions(shell ?? browser, journeyFlags) },
    },
  ],
  webServer: {
    command: 'node server/main.ts',
    url: `${serverUnderTest.url}/api/health`,
    env: serverUnderTest.environment,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
