import { execFileSync } from 'node:child_process'
import { wordsOfCause } from '../../../server/core/start-error.ts'
import { relayTo } from './mirror.ts'
import type { Step } from './run-machine.ts'
import { openShell, type Shell } from './shell.ts'
import { startSystemd } from './systemd.ts'

/** The steps of a script that runs apart; with a loopback of its own. */
export function openSteps() {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const steps: Step[] = []
  return {
    /** @returns whether it came to its end */
    async step(fault: string, task: () => Promise<string>): Promise<boolean> {
      const started = performance.now()
      const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
      try {
        const figures = await task()
        steps.push({ fault, figures: `${figures}, ${seconds()}`, problems: [] })
        return true
      } catch (cause) {
        steps.push({ fault, figures: `after ${seconds()}`, problems: [wordsOfCause(cause)] })
        return false
      }
    },
    end(): never {
      process.stdout.write(`\n${JSON.stringify(steps)}\n`)
      process.exit(0)
    },
  }
}

/** @returns the machine for a shell, and what else the script was given */
export async function enterMachine() {
  const [root = '', socket = '', ...parameters] = process.argv.slice(2)
  execFileSync('mount', ['-t', 'proc', 'proc', `${root}/proc`])
  execFileSync('mount', ['--rbind', '/dev', `${root}/dev`])
  await relayTo(socket)
  return { place: { root, enter: ['chroot', root] }, parameters }
}

/** As a step of the script, with the shell of an operator. */
export type InShell = (fault: string, task: (shell: Shell) => Promise<string>) => Promise<boolean>

/** Systemd in the machine, and a shell for each step, as one ends with the command that fails. */
export async function openInit(root: string, step: ReturnType<typeof openSteps>['step']) {
  let machine = await startSystemd(root)
  let shells = 0
  const inShell: InShell = async (fault, task) => {
    shells += 1
    const shell = openShell({ root, enter: machine.enter }, `shell-${shells}`)
    const isDone = await step(fault, () => task(shell))
    // systemd would wait for it before a reboot.
    await shell.end()
    return isDone
  }
  return {
    inShell,
    async reboot() {
      await machine.stop()
      machine = await startSystemd(root)
    },
  }
}
