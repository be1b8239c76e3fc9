import { documentedCommands } from '../documented-block.ts'
import type { Shell } from '../fresh-machine/shell.ts'
import { enterMachine, openInit, openSteps } from '../fresh-machine/steps.ts'
import { faults } from './faults.ts'

/*
 * The fresh machine with the package: each set-up is broken, named, mended as the doctor says, and then
 * nothing is wrong.
 */

const { step, end } = openSteps()
const { place } = await enterMachine()
const { inShell } = await openInit(place.root, step)

/** @returns what it printed, with its exit code as the last line */
async function examine(shell: Shell): Promise<string> {
  return shell.run('aman doctor && code=0 || code=$?\necho "exit code $code"')
}

async function requireWell(shell: Shell): Promise<void> {
  const printed = await examine(shell)
  if (!printed.includes('exit code 0')) throw new Error(`not well: ${wrongIn(printed) || printed}`)
}

function wrongIn(printed: string): string {
  return printed
    .split('\n')
    .flatMap((line, index, lines) =>
      line.startsWith('wrong') ? `${line.slice(10)} -> ${lines[index + 1]?.trim()}` : [],
    )
    .join(' / ')
}

const isInstalled = await inShell('the package, in which all is well', async (shell) => {
  const [install = ''] = documentedCommands('install.md', '## On Debian')
  await shell.run(install)
  await requireWell(shell)
  return 'exit code 0'
})
for (const { name, broken, finding, cure } of isInstalled ? faults : []) {
  await inShell(name, async (shell) => {
    await shell.run(broken)
    const printed = await examine(shell)
    if (!printed.includes('exit code 1')) throw new Error(`not exit code 1: ${printed}`)
    const words = cure ?? finding.exec(wrongIn(printed))?.groups?.cure
    if (!finding.test(wrongIn(printed)) || words === undefined) {
      throw new Error(`not named, but: ${wrongIn(printed)}`)
    }
    await shell.run(words)
    await shell.run('systemctl start aman')
    await requireWell(shell)
    return words
  })
}
end()
