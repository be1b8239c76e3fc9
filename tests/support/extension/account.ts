import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeJoinCodeEndpoint } from '../../../contract/sign-in/join-extension.ts'
import { openPlace } from '../browser/place.ts'
import { freePort } from '../server/free-port.ts'
import { type RunningServer, startServer } from '../server/running-server.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
} from '../worlds/factories.ts'
import type { Extension } from './extension.ts'

/** A server of Aman with a user, whose extension joins it. */
export interface Account extends AsyncDisposable {
  readonly url: string
  readonly place: Place
  readonly user: MadeUser
  makeCode(): Promise<string>
  stop(): Promise<void>
  /** At the same address. */
  start(): Promise<void>
  /** Colour and value of the user's flags. */
  flags(): Promise<string[]>
  /** The opinions that the user has reported. */
  reports(): Promise<string[]>
}

export async function startAccount(given: { readonly email?: string } = {}): Promise<Account> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(await temporaryFolder())
  const databaseUrl = `file:${join(path, 'aman.db')}`
  const port = String(await freePort())
  const open = () => startServer(databaseUrl, { PORT: port })
  let server: RunningServer | undefined = await open()
  stack.defer(() => server?.[Symbol.asyncDispose]())
  const { url } = server
  const place = stack.use(await openPlace(databaseUrl))
  const organizationId = await makeOrganization(place, { name: 'Cedar Clinic' })
  const user = await makeUser(place, { organizationId, full_name: 'Rania Khoury', ...given })
  const parts = stack.move()
  return {
    url,
    place,
    user,
    async makeCode() {
      const answer = await fetch(`${url}/api${makeJoinCodeEndpoint.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await makeSession(place, user)}`,
        },
        body: '{}',
      })
      return String(Object(await answer.json()).code)
    },
    async stop() {
      await server?.[Symbol.asyncDispose]()
      server = undefined
    },
    async start() {
      server = await open()
    },
    async flags() {
      const rows = await place.database
        .selectFrom('flags')
        .select(['flag_type', 'value'])
        .where('user_id', '=', user.id)
        .execute()
      return rows.map(({ flag_type, value }) => `${flag_type} ${value}`)
    },
    async reports() {
      const rows = await place.database
        .selectFrom('audit')
        .select('detail')
        .where('actor_id', '=', user.id)
        .where('action', '=', 'mail-report')
        .execute()
      return rows.map(({ detail }) => detail)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** As a user does it: the address, the code, the button. */
export async function joinIn(
  page: Page,
  extension: Extension,
  { url, code }: { readonly url: string; readonly code: string },
): Promise<void> {
  await page.goto(extension.address('options.html'))
  await page.getByLabel('Address of your Aman').fill(url)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Join' }).click()
}
