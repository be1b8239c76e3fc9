import { defineConfig } from 'vitest/config'

/** The fast tests of what both sides share: a schema is made once, so that each of its mutants runs them all. */
export default defineConfig({
  test: {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    include: [
      'tests/contract/*.test.ts',
      'tests/lib/{money,http,http-answer,field-faults}.test.ts',
      'tests/server/http/{bad-input,read-input}.test.ts',
    ],
  },
})
