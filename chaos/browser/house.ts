import type { Browser } from '@playwright/test'
import { openByUrl } from '../../bench/database.ts'
import { launch } from '../../bench/site/browser.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { run } from '../../scripts/run-command.ts'
import { makeSession, makeUser, type Place } from '../../tests/support/factories.ts'
import { startServerProcess } from '../../tests/support/server-process.ts'
import type { Stage } from '../prove/attack.ts'

export interface User {
  readonly id: string
  readonly token: string
}

/** The built site, a server of its own that serves it, and a browser to visit it with. */
export interface House extends AsyncDisposable {
  readonly browser: Browser
  readonly url: string
  readonly place: Place
  /** Somebody with a session and every permission, in an organization of their own. */
  newUser(): Promise<User>
}

/** @param environment laid over the server's */
export async function openHouse(
  stage: Stage,
  environment: Record<string, string> = {},
): Promise<House> {
  const build = await run('node', ['scripts/build-site.ts', '--if-changed'], { output: 'inherit' })
  if (build.exitCode !== 0) throw new Error('the site did not build')
  const browserPath = await findBrowser()
  if (browserPath === undefined) throw new Error('there is no Chromium')

  await using cleanUp = new AsyncDisposableStack()
  const databaseUrl = await stage.newDatabase()
  const server = await startServerProcess({ DATABASE_URL: databaseUrl, ...environment })
  cleanUp.defer(() => server.end('SIGTERM').then(() => undefined))
  if (server.url === undefined) throw new Error(`no server: ${server.output().stderr}`)
  const database = await openByUrl(databaseUrl)
  cleanUp.defer(() => database.destroy())
  const browser = await launch(browserPath)
  cleanUp.defer(() => browser.close())

  const place: Place = { database, clock: () => new Date() }
  const disposal = cleanUp.move()
  return {
    browser,
    url: server.url,
    place,
    async newUser() {
      const user = await makeUser(place, { role: 'super_admin' })
      return { id: user.id, token: await makeSession(place, user) }
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}
