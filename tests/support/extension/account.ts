import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeJoinCodeEndpoint } from '../../../contract/sign-in/join-extension.ts'
import { openPlace } from '../browser/place.ts'
import { owning } from '../owning.ts'
import { startServer } from '../server/running-server.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
} from '../worlds/factories.ts'
import type { Extension } from './extension.ts'

/** A user of a server of Aman, whom an extension joins. */
export interface Account {
  readonly url: string
  readonly place: Place
  readonly user: MadeUser
  makeCode(): Promise<string>
  /** Colour and value of the user's flags. */
  flags(): Promise<string[]>
  /** The opinions that the user has reported. */
  reports(): Promise<string[]>
}

/** With a server of its own. */
export async function startAccount(
  given: { readonly email?: string } = {},
): Promise<Account & AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(await temporaryFolder())
  const databaseUrl = `file:${join(path, 'aman.db')}`
  const { url } = stack.use(await startServer(databaseUrl))
  const place = stack.use(await openPlace(databaseUrl))
  return owning(stack, await makeAccount({ url, place, organization: 'Cedar Clinic', ...given }))
}

/** In an organization of its own. */
export async function makeAccount({
  url,
  place,
  organization,
  ...given
}: Pick<Account, 'url' | 'place'> & {
  readonly organization?: string
  readonly email?: string
}): Promise<Account> {
  const named = organization === undefined ? {} : { name: organization }
  const organizationId = await makeOrganization(place, named)
  const user = await makeUser(place, { organizationId, full_name: 'Rania Khoury', ...given })
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
