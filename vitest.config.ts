import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // persistent stores look for a storage that Node only warns about
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'tests/{bench,brand,client-directives,content,hosting,lib,scripts,server}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'islands',
          environment: 'happy-dom',
          include: ['tests/islands/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
