import { test as base, type Page } from '@playwright/test'
import { openDatabase } from '../../server/database/open.ts'
import { type MadeUser, makeSession, makeUser, type Place } from './factories.ts'
import { serverUnderTest } from './server-under-test.ts'

export { expect } from '@playwright/test'

type PersonOverrides = Parameters<typeof makeUser>[1]

interface Person extends MadeUser {
  readonly full_name: string
  readonly token: string
}

interface People {
  /** Somebody of an organization of their own, with a session on the server. */
  make(overrides?: PersonOverrides): Promise<Person>
  /** Puts the session's token where the site keeps it, as a sign-in would have. */
  signIn(page: Page, person: Person): Promise<void>
}

interface ConsoleGuard {
  /** A message that this test provokes; any other error fails it. */
  expect(pattern: RegExp): void
}

interface WorkerFixtures {
  place: Place
}

interface TestFixtures {
  people: People
  console: ConsoleGuard
}

/** Playwright's test, with the real server's database at hand and a console that must stay clean. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const database = await openDatabase(serverUnderTest.databaseFile)
      await use({ database, clock: () => new Date() })
      await database.destroy()
    },
    { scope: 'worker' },
  ],

  people: async ({ place }, use) => {
    await use({
      async make(overrides) {
        const full_name = overrides?.full_name ?? 'Test Person'
        const user = await makeUser(place, { ...overrides, full_name })
        return { ...user, full_name, token: await makeSession(place, user) }
      },
      async signIn(page, person) {
        const blank = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' }
        await page.route('/blank', (route) => route.fulfill(blank), { times: 1 })
        await page.goto('/blank')
        await page.evaluate(
          (token) => localStorage.setItem('aman_access_token', token),
          person.token,
        )
      },
    })
  },

  console: [
    async ({ context }, use) => {
      const errors: string[] = []
      const expected: RegExp[] = []
      context.on('weberror', (error) => errors.push(String(error.error())))
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        // The browser's own line about an answer that a test provoked.
        const isRefusedCall =
          message.text().startsWith('Failed to load resource') &&
          new URL(message.location().url).pathname.startsWith('/api/')
        if (!isRefusedCall) errors.push(message.text())
      })
      await use({ expect: (pattern) => expected.push(pattern) })
      base.expect(errors.filter((error) => !expected.some((it) => it.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})
