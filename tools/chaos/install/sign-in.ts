import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { changeOwnPasswordEndpoint } from '../../../contract/account/change-own-password.ts'
import { saveOrganizationEndpoint } from '../../../contract/organizations/save-organization.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { until } from '../../../tests/support/until.ts'
import { root as project } from '../../scripts/run-command.ts'

export const printedPassword = /Sign in as (\S+) with the password (\S+)/
/** The password of all accounts here. */
export const password = 'quiet harbour lantern maps'
export const firmName = 'Your firm'

const mostSeconds = 60
const page = readFileSync(join(project, 'docs/install.md'), 'utf8')
/** Where the page says that Aman answers. */
export const [, address = ''] = /Sign in at <(.*)\/login>/.exec(page) ?? []

/** Waits for it where the start was not waited for. */
export async function untilAnswering(): Promise<void> {
  const isShown = async () => (await fetch(`${address}/login`).catch(() => undefined))?.ok ?? false
  if (!(await until(isShown, { mostMs: mostSeconds * 1000 }))) throw new Error('no form to sign in')
}

export async function signIn(username: string, given = password) {
  const client = openClient(address)
  const body = { username, password: given }
  const { text } = await client.send('POST', signInWithPasswordEndpoint.path, { body })
  const { access_token: token } = v.parse(signInWithPasswordEndpoint.output, JSON.parse(text))
  return { client, token }
}

export type FirstSignIn = Awaited<ReturnType<typeof signInFirst>>

/** As the first admin, where the page says, with what was printed; then a new password and a firm. */
export async function signInFirst(printed: string) {
  const [, username = '', first = ''] = printedPassword.exec(printed) ?? []
  // The password of an archive is printed a moment before the server listens.
  await untilAnswering()
  const { client, token } = await signIn(username, first)
  const change = { current_password: first, password }
  await client.call('POST', changeOwnPasswordEndpoint.path, token, change)
  const firm = { name: firmName, industry: 'other', contact_email: 'office@your-firm.example' }
  const saved = await client.call('POST', saveOrganizationEndpoint.path, token, firm)
  return { client, token, firm: String(v.parse(saveOrganizationEndpoint.output, saved).id) }
}
