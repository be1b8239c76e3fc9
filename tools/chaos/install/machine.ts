import { until } from '../../../tests/support/until.ts'
import { documentedCommands } from '../documented-block.ts'
import { openShell, type Shell } from '../fresh-machine/shell.ts'
import { enterMachine, openInit, openSteps } from '../fresh-machine/steps.ts'
import { doMainJob } from './main-job.ts'
import { makeBackups, restore } from './restore.ts'
import {
  type FirstSignIn,
  printedPassword,
  signIn,
  signInFirst,
  untilAnswering,
} from './sign-in.ts'

/*
 * The fresh machine with a released file in root's folder. It does what the reader of docs/install.md
 * does, in the shells and in the browser, and prints what came of it; or it makes a backup and is lost, or
 * is the one onto which that is restored, by the commands of docs/operations.md.
 */

/** More than systemd takes within ten seconds where a unit sets no limit of its own. */
const manyRestarts = 6

const property = (name: string) => `systemctl show --property ${name} --value aman`
const settings = '/etc/aman/aman.env'

/** A wrong setting makes the unit fail once, and what the operator hung on OnFailure= runs. */
async function failOnce(shell: Shell): Promise<string> {
  await shell.run(`cp ${settings} settings
mkdir --parents /etc/systemd/system/aman.service.d
printf '[Unit]\\nOnFailure=told.service\\n' > /etc/systemd/system/aman.service.d/told.conf
printf '[Service]\\nType=oneshot\\nExecStart=/usr/bin/touch /run/told\\n' > /etc/systemd/system/told.service
systemctl daemon-reload
echo PORT=none >> ${settings}
if systemctl restart aman; then false; fi`)
  await until(async () => (await shell.run('ls /run')).includes('told'), { mostMs: 10_000 })
  await shell.run(`test "$(systemctl is-failed aman)" = failed
test "$(${property('NRestarts')})" = 0
test -e /run/told
cp settings ${settings}
systemctl restart aman`)
  await untilAnswering()
  return 'failed, and OnFailure= ran'
}

/** A database that is away is tried again until it is there, without a command. */
async function waitForDatabase(shell: Shell): Promise<string> {
  await shell.run(`sed -i 's|^DATABASE_URL=.*|DATABASE_URL=postgres://aman:secret@127.0.0.1:1/aman|' ${settings}
if systemctl restart aman; then false; fi`)
  const restarts = async () => Number.parseInt(await shell.run(property('NRestarts')), 10)
  await until(async () => (await restarts()) >= manyRestarts, { mostMs: 60_000, everyMs: 1000 })
  await shell.run(`test "$(systemctl is-failed aman)" = activating\ncp settings ${settings}`)
  await untilAnswering()
  return `it answers after ${await restarts()} restarts`
}

const mostSeconds = 60
const mostCommands = 6
const nothingStays = `
for folder in /var/lib/aman /etc/aman /usr/lib/aman; do test ! -e "$folder"; done
if getent passwd aman; then false; fi`

/** Whether the service is enabled and runs, in these words of systemd. */
const requireState = (enabled: string, active: string) => `
test "$(systemctl is-enabled aman)" = ${enabled}
test "$(systemctl is-active aman)" = ${active}
test "$(dpkg-query --show --showformat '\${db:Status-Status}' aman)" = installed`

const { step, end } = openSteps()
const { place, parameters } = await enterMachine()
const [way, ...newer] = parameters
if (way === 'package') await installPackage()
if (way === 'archive') await unpackArchive()
if (way === 'lost') await makeBackups(place.root, (await openInit(place.root, step)).inShell)
if (way === 'found') await restore(place.root, (await openInit(place.root, step)).inShell)
end()

async function installPackage(): Promise<void> {
  const { inShell, reboot } = await openInit(place.root, step)
  const [install = '', use = '', remove = ''] = documentedCommands('install.md', '## On Debian')
  const [again = ''] = install.match(/^apt-get install .*$/m) ?? []
  let signedIn: FirstSignIn | undefined
  await inShell('a package, to a signed-in admin', (shell) =>
    inTime(install, async () => {
      signedIn = await signInFirst(await shell.run(install))
    }),
  )
  if (signedIn === undefined) return
  await doMainJob(inShell, signedIn)
  await inShell('the commands of the package', async (shell) => {
    await shell.run(use)
    return countOf(use)
  })
  await inShell('removed and installed again', (shell) => removeAndInstall(shell, again))
  await step('a reboot', async () => {
    await reboot()
    return 'systemd runs again'
  })
  await inShell('after the reboot', answerAfterReboot)
  await inShell('an upgrade of a stopped service', (shell) => upgradeStopped(shell, newer))
  await inShell('a wrong setting', failOnce)
  await inShell('a database that is away', waitForDatabase)
  await inShell('the package is removed with its data', async (shell) => {
    await shell.run(remove)
    await shell.run(nothingStays)
    return countOf(remove)
  })
}

async function unpackArchive(): Promise<void> {
  const start = documentedCommands('install.md', '## On other systems').join('')
  const isSignedIn = await step('an archive, to a signed-in admin', () =>
    inTime(start, async () => {
      await signInFirst(await openShell(place, 'aman').run(start, printedPassword))
    }),
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

/** @param install the command of the page */
async function removeAndInstall(shell: Shell, install: string): Promise<string> {
  await shell.run(`apt-get remove --yes aman\n${install}\n${requireState('enabled', 'active')}`)
  await signIn('admin')
  return 'enabled, and the data is there'
}

async function answerAfterReboot(shell: Shell): Promise<string> {
  await untilAnswering()
  await shell.run(requireState('enabled', 'active'))
  await signIn('admin')
  return 'enabled, and it answers'
}

/** @param newer packages of later versions, in root's folder */
async function upgradeStopped(shell: Shell, [first, second]: readonly string[]): Promise<string> {
  await shell.run(`systemctl disable --now aman
dpkg --install ${first}
${requireState('disabled', 'inactive')}
systemctl mask aman
dpkg --install ${second}
${requireState('masked', 'inactive')}
systemctl unmask aman
systemctl enable --now aman
${requireState('enabled', 'active')}`)
  return 'disabled and masked, it stays stopped and configured'
}
