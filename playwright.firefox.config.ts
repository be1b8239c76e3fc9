import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

/**
 * The journeys that are marked @firefox, in the machine's own Firefox over WebDriver BiDi. It runs
 * by `npm test -- firefox`, which finds a Firefox and names it in FIREFOX_PATH.
 */
export default defineConfig({
  ...chromium,
  projects: [
    {
      name: 'firefox',
      grep: /@firefox/,
      use: {
        browserName: 'firefox',
        // A Firefox as Mozilla makes it, not one that Playwright has changed.
        channel: 'moz-firefox',
        launchOptions: { executablePath: 'tests/support/firefox/relay.ts' },
      },
    },
  ],
})
