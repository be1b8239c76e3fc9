import { defineConfig } from 'vitest/config'
import { islandWords } from '../../../build/locales/words-plugin.ts'
import { isOfScreens, parts } from './parts.ts'

/** StrykerJS starts Vitest in processes of its own, which get the name of the part from the environment. */
const part = parts[process.env.MUTATION_PART ?? '']
if (part === undefined)
  throw new Error('MUTATION_PART names no part of tools/bench/mutation/parts.ts')

const screens = part.tests.filter(isOfScreens)
const ownModules = ['tests/support/file-of-its-own.ts']

export default defineConfig({
  plugins: [islandWords()],
  test: {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    isolate: part.isolates === true,
    testTimeout: 30_000,
    strictTags: false,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: part.tests.filter((tests) => !isOfScreens(tests)),
          setupFiles: screens.length === 0 ? [] : ownModules,
        },
      },
      {
        extends: true,
        test: {
          name: 'islands',
          environment: 'happy-dom',
          setupFiles: [...ownModules, 'tests/support/browser/window-of-a-test.ts'],
          include: screens,
        },
      },
    ],
  },
})
