import { documentedCommands } from '../documented-block.ts'
import { openShell, type Shell } from '../fresh-machine/shell.ts'
import { openSteps } from '../fresh-machine/steps.ts'
import { doMainJob } from './main-job.ts'
import { printedPassword, signInFirst } from './sign-in.ts'
import { startSystemd } from './systemd.ts'
import { answerAfterReboot, removeAndInstall, upgradeStopped } from './upgrades.ts'
import { failOnce, waitForDatabase } from './wrong-settings.ts'

/*
 * The fresh machine with a released file in root's folder. It does what the reader of docs/install.md
 * does, in the shells and in the browser, and prints what came of it.
 */

const mostSeconds = 60
const mostCommands = 6
const nothingStays = `
for folder in /var/lib/aman /etc/aman /usr/lib/aman; do test ! -e "$folder"; done
if getent passwd aman; then false; fi`

const { place, parameters, step, end } = await openSteps()

if (parameters.includes('package')) await installPackage()
else await unpackArchive()
end()

async function installPackage(): Promise<void> {
  let machine = await startSystemd(place.root)
  let shells = 0
  /** Each in a shell of its own, as one ends with the command that fails. */
  const inShell = async (fault: string, task: (shell: Shell) => Promise<string>) => {
    shells += 1
    const shell = openShell({ ...place, enter: machine.enter }, `shell-${shells}`)
    const isDone = await step(fault, () => task(shell))
    // systemd would wait for it before a reboot.
    await shell.end()
    return isDone
  }
  const [install = '', use = '', remove = ''] = documentedCommands('install.md', '## On Debian')
  const [again = ''] = install.match(/^apt-get install .*$/m) ?? []
  let signedIn: Awaited<ReturnType<typeof signInFirst>> | undefined
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
    await machine.stop()
    machine = await startSystemd(place.root)
    return 'systemd runs again'
  })
  await inShell('after the reboot', answerAfterReboot)
  await inShell('an upgrade of a stopped service', (shell) =>
    upgradeStopped(shell, parameters.slice(1)),
  )
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
      const { client } = await signInFirst(
        await openShell(place, 'aman').begin(start, printedPassword),
      )
      client.end()
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
