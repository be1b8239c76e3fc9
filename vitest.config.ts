import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { islandWords } from './build/locales/words-plugin.ts'

/** `npm test` runs each test once, and on PostgreSQL what depends on the engine. */
const isOnce = process.env.TEST_SUITE === 'once'

/** The dialect and locks, several servers at once, lists, searches, imports and commands. */
const dependsOnEngine = [
  'tests/{database,lists,postgres,search}/server/*.test.ts',
  'tests/cli/server/{backup,import-file,prepare-upgrade}.test.ts',
  'tests/users/server/*import*.test.ts',
  // Code that writes in another way for each engine (`isPostgres`).
  'tests/emails/server/{messages,retention}.test.ts',
  'tests/flags/server/senders.test.ts',
  'tests/gateways/server/{operator-reports,repeats}.test.ts',
  'tests/http/server/ready.test.ts',
]

/** Builds, installations, programs of other makers and several processes, for `npm run test:all`. */
const inTheNight = [
  'tests/hosting/{alerts,nginx}.test.ts',
  'tests/http/server/long-text.test.ts',
  'tests/judge/server/learning-killed.test.ts',
  'tests/mail-lab/{demo,document,flags-key}.test.ts',
  'tests/mailboxes/server/kills.test.ts',
  'tests/metrics/server/metrics-address.test.ts',
  'tests/openapi/server/fuzz.test.ts',
  'tests/postgres/server/{outage,partitions-copy,pooler,process}.test.ts',
  'tests/process/server/{demo,descriptors,release,rolling-restart}.test.ts',
  'tests/scripts/{content-build,copied-project}.test.ts',
]

export default defineConfig({
  plugins: [islandWords()],
  test: {
    // persistent stores look for a storage that Node only warns about
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Long for one test alone, and not for many at once on a busy machine with two processors.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The tags are the numbers of docs/requirements.md, which its own check knows.
    strictTags: false,
    // A second, which is the default, passes on a busy machine before what is waited for has begun.
    // A test without an assertion proves nothing.
    expect: { poll: { timeout: 60_000 }, requireAssertions: true },
    // More than there are processors, because many tests wait for a process that they start.
    maxWorkers: 2 * availableParallelism(),
    exclude: [...configDefaults.exclude, ...(isOnce ? inTheNight : [])],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          setupFiles: 'tests/support/file-of-its-own.ts',
          include: [
            'tests/*/{contract,lib}/*.test.ts',
            'tests/{build,content,hosting,mail-lab,scripts}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // The server keeps its state in what it creates, so that files can share its modules.
          isolate: false,
          setupFiles: 'tests/support/organization-keys/watch-queries.ts',
          include: ['tests/*/server/*.test.ts'],
          exclude: ['tests/postgres/server/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          environment: 'node',
          isolate: false,
          include: isOnce ? dependsOnEngine : ['tests/*/server/*.test.ts'],
          exclude: [
            // Files for SQLite alone, and files that no engine can change: those that run no SQL,
            // or none that another file does not run on both.
            'tests/cli/server/{as-root,restore-damaged}.test.ts',
            'tests/core/server/{access,configuration,log,outbound-fetch}.test.ts',
            'tests/core/server/security-document.test.ts',
            'tests/sign-in/server/{passwords,secrets-key}.test.ts',
            'tests/database/server/{query-plans,sqlite,sqlite-dialect}.test.ts',
            'tests/http/server/{host,hostile-clients,listen,long-text,site}.test.ts',
            'tests/openapi/server/document.test.ts',
            'tests/policy/server/*.test.ts',
            'tests/process/server/*.test.ts',
            'tests/gateways/server/levels.test.ts',
            // There the tokens of calls at once are looked up side by side, so that they have no order.
            'tests/scim/server/order.test.ts',
          ],
          globalSetup: 'tests/support/postgres/global-setup.ts',
          setupFiles: [
            'tests/support/postgres/use-postgres.ts',
            'tests/support/organization-keys/watch-queries.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'islands',
          environment: 'happy-dom',
          // Each file has a window of its own: late work of one would reach the stubs of another. A thread
          // keeps what it compiled, and makes a window in half of the time of a process.
          pool: 'vmThreads',
          setupFiles: 'tests/support/browser/window-of-a-test.ts',
          include: ['tests/*/screen/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
