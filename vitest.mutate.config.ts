import { defineConfig } from 'vitest/config'

/** The tests that guard what `npm run mutate` changes; every mutant is tried against those that reach it. */
export default defineConfig({
  test: {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    include: [
      'tests/lib/{money,http}.test.ts',
      'tests/server/access.test.ts',
      'tests/server/{accounts,admin,flags,receipts}/**/*.test.ts',
      'tests/server/http/{bad-input,read-input}.test.ts',
    ],
  },
})
