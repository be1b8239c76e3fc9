import { setTimeout } from 'node:timers/promises'
import {
  type BrowserContext,
  test as base,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import { arabicContext } from '../arabic/page.ts'
import { countAssertions } from '../assertions.ts'
import { serverUnderTest } from '../server/server-under-test.ts'
import { type MadeUser, makeSession, makeUser, type Place } from '../worlds/factories.ts'
import { openPlace } from './place.ts'

/** How long each script, and each answer of the real server, takes to come. */
const scriptMs = 800
const answerMs = 500

/** A slow network, so that a journey acts before scripts and answers are there, as users do. */
async function makeLate(context: BrowserContext): Promise<void> {
  for (const [path, delayMs] of [
    [/\/assets\/[^?]*\.js$/, scriptMs],
    [/^https?:\/\/[^/]+\/api\//, answerMs],
  ] as const) {
    await context.route(path, async (route) => {
      await setTimeout(delayMs)
      // The page may be closed by then.
      await route.fallback().catch(() => undefined)
    })
  }
}

export { expect } from '../arabic/page.ts'

type UserOverrides = Parameters<typeof makeUser>[1]

interface User extends MadeUser {
  readonly full_name: string
  readonly token: string
}

export interface Users {
  /** A user in an organization of their own, with a session on the server. */
  make(overrides?: UserOverrides): Promise<User>
  /**
   * Puts the session's token where the site keeps it, as a sign-in would have, before the next page of
   * the site is opened. A page only for this would be a tenth of the processor time of many tests.
   * @param site of a server of the test's own
   */
  signIn(page: Page, user: Pick<User, 'token'>, site?: string): Promise<void>
}

interface ConsoleGuard {
  /**
   * Allows an event that this test provokes: a console error, or a refusal of the real server,
   * written as `401 GET /api/auth/me`. Anything else of the kind fails the test.
   */
  expect(pattern: RegExp): void
}

interface WorkerFixtures {
  place: Place
}

interface TestFixtures {
  users: Users
  console: ConsoleGuard
  /** Fails what passed without an assertion. */
  assertions: undefined
}

/** A call that the real server refused. What a test answers itself has no server's address. */
async function describeError(response: Response): Promise<string | undefined> {
  const { pathname } = new URL(response.url())
  if (response.status() < 400 || !pathname.startsWith('/api/')) return undefined
  const address = await response.serverAddr().catch(() => null)
  if (address === null) return undefined
  return `${response.status()} ${response.request().method()} ${pathname}`
}

function isSignOut(request: Request): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === '/api/auth/logout'
}

/**
 * Playwright's test, with the real server's database at hand, a console that must stay clean, and at
 * least one assertion.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      await using place = await openPlace(serverUnderTest.environment.DATABASE_URL)
      await use(place)
    },
    { scope: 'worker' },
  ],

  context: async ({ context }, use, { project }) => {
    if (project.name === 'late') await makeLate(context)
    await use(project.name === 'arabic' ? await arabicContext(context) : context)
  },

  users: async ({ place, baseURL }, use) => {
    await use({
      async make(overrides) {
        const full_name = overrides?.full_name ?? 'Test Person'
        const user = await makeUser(place, { ...overrides, full_name })
        return { ...user, full_name, token: await makeSession(place, user) }
      },
      async signIn(page, user, site = baseURL ?? serverUnderTest.url) {
        const { origin } = new URL(site)
        const script = await page.addInitScript(
          ([site, token]) => {
            if (location.origin === site) localStorage.setItem('aman_access_token', token)
          },
          [origin, user.token] as const,
        )
        // After the first page the site alone decides what is kept.
        page.on('domcontentloaded', async function forget() {
          if (!page.url().startsWith(`${origin}/`)) return
          page.off('domcontentloaded', forget)
          await script.dispose().catch(() => undefined)
        })
      },
    })
  },

  assertions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use, test) => {
      const before = countAssertions()
      await use(undefined)
      if (test.status === 'passed' && countAssertions() === before)
        throw new Error('the test has no assertion')
    },
    { auto: true },
  ],

  console: [
    async ({ context }, use) => {
      const errors: string[] = []
      const expected: RegExp[] = []
      const refusals: Promise<string | undefined>[] = []
      const sent = new Set<Request>()
      const sentBeforeSignedOut = new Set<Request>()
      let isSigningOut = false
      context.on('request', (request) => {
        if (isSignOut(request)) {
          isSigningOut = true
          for (const earlier of sent) sentBeforeSignedOut.add(earlier)
        } else {
          sent.add(request)
          if (isSigningOut) sentBeforeSignedOut.add(request)
        }
      })
      context.on('response', (response) => {
        if (isSignOut(response.request())) isSigningOut = false
        // A call that was sent before the sign-out was answered may reach the server after it.
        if (response.status() === 401 && sentBeforeSignedOut.has(response.request())) return
        refusals.push(describeError(response))
      })
      context.on('weberror', (error) => errors.push(String(error.error())))
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        // The browser's own line about a call; what the server refused is told by the response.
        const isRejectedCall =
          message.text().startsWith('Failed to load resource') &&
          new URL(message.location().url).pathname.startsWith('/api/')
        if (!isRejectedCall) errors.push(message.text())
      })
      await use({ expect: (pattern) => expected.push(pattern) })
      for (const errorAnswer of await Promise.all(refusals))
        if (errorAnswer) errors.push(errorAnswer)
      base.expect(errors.filter((error) => !expected.some((it) => it.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})
