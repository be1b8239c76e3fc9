import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { changeOwnPasswordEndpoint } from '../../contract/account/change-own-password.ts'
import { saveOrganizationEndpoint } from '../../contract/organizations/save-organization.ts'
import { signInWithPasswordEndpoint } from '../../contract/sign-in/sign-in-with-password.ts'
import { root as project } from '../../scripts/run-command.ts'
import { openClient } from '../../tests/support/server/client.ts'
import { until } from '../../tests/support/until.ts'
import { documentedCommands } from '../documented-block.ts'
import { openShell } from '../fresh-machine/shell.ts'
import { openSteps } from '../fresh-machine/steps.ts'
import { startSystemd } from './systemd.ts'

/*
 * The fresh machine with a released file in root's folder. It does what the reader of docs/install.md
 * does, in the shells and in the browser, and prints what came of it.
 */

const mostSeconds = 60
const mostCommands = 6
const newPassword = 'quiet harbour lantern maps'
const nothingStays = `
for folder in /var/lib/aman /etc/aman /usr/lib/aman; do test ! -e "$folder"; done
if getent passwd aman; then false; fi`
const printedPassword = /Sign in as (\S+) with the password (\S+)/

const { place, parameters, step, end } = await openSteps()
const page = readFileSync(join(project, 'docs/install.md'), 'utf8')

if (parameters.includes('package')) await installPackage()
else await unpackArchive()
end()

async function installPackage(): Promise<void> {
  const enter = await startSystemd(place.root)
  const shell = openShell({ ...place, enter }, 'reader')
  const [install = '', use = '', remove = ''] = documentedCommands('install.md', '## On Debian')
  const isSignedIn = await step('a package, to a signed-in admin', () =>
    inTime(install, async () => signIn(await shell.run(install))),
  )
  if (!isSignedIn) return
  const isUsed = await step('the commands of the package', async () => {
    await shell.run(use)
    return countOf(use)
  })
  if (!isUsed) return
  await step('the package is removed with its data', async () => {
    await shell.run(remove)
    await shell.run(nothingStays)
    return countOf(remove)
  })
}

async function unpackArchive(): Promise<void> {
  const start = documentedCommands('install.md', '## On other systems').join('')
  const isSignedIn = await step('an archive, to a signed-in admin', () =>
    inTime(start, async () => signIn(await openShell(place, 'aman').begin(start, printedPassword))),
  )
  if (!isSignedIn) return
  await step('the site for a CDN', async () => {
    const [write = ''] = documentedCommands('install.md', '## The site')
    const [folder = ''] = start.match(/^cd .*$/m) ?? []
    await openShell(place, 'reader').run(`${folder}\n${write}`)
    return countOf(write)
  })
}

/** @throws Error where it took more commands or time than a reader has patience for */
async function inTime(commands: string, task: () => Promise<void>): Promise<string> {
  const started = performance.now()
  await task()
  const seconds = (performance.now() - started) / 1000
  const count = linesOf(commands)
  if (count > mostCommands) throw new Error(`it takes ${count} commands`)
  if (seconds > mostSeconds) throw new Error(`it takes ${seconds.toFixed(0)} s`)
  return countOf(commands)
}

function linesOf(commands: string): number {
  return commands.trim().split('\n').length
}

function countOf(commands: string): string {
  return `${linesOf(commands)} commands`
}

/** As the first admin, where the page says, with what was printed; then a new password and a firm. */
async function signIn(printed: string): Promise<void> {
  const [, username = '', password = ''] = printedPassword.exec(printed) ?? []
  const [, url = ''] = /Sign in at <(.*)\/login>/.exec(page) ?? []
  // The password is printed a moment before the server listens.
  const isShown = async () => (await fetch(`${url}/login`).catch(() => undefined))?.ok ?? false
  if (!(await until(isShown, { mostMs: mostSeconds * 1000 }))) throw new Error('no form to sign in')
  const client = openClient(url)
  const { text } = await client.send('POST', '/auth/login', { body: { username, password } })
  const { access_token: token } = v.parse(signInWithPasswordEndpoint.output, JSON.parse(text))
  const change = { current_password: password, password: newPassword }
  await client.call('POST', changeOwnPasswordEndpoint.path, token, change)
  const firm = { name: 'Your firm', industry: 'other', contact_email: 'office@your-firm.example' }
  await client.call('POST', saveOrganizationEndpoint.path, token, firm)
  client.end()
}
