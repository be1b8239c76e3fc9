import { defineConfig } from 'vitest/config'

/** The tests that guard what the server does about accounts, access and money. */
export default defineConfig({
  test: {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Every mutant starts the tests anew; within one start the server's modules are read once.
    isolate: false,
    include: [
      'tests/server/access.test.ts',
      'tests/server/{accounts,admin,audit,receipts}/**/*.test.ts',
      'tests/server/database/sqlite-read-only.test.ts',
      'tests/server/flags/flags.test.ts',
      'tests/server/http/{bad-input,bearer,read-input}.test.ts',
    ],
  },
})
