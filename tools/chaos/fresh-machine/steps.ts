import { execFileSync } from 'node:child_process'
import { wordsOfCause } from '../../../server/core/start-error.ts'
import { relayTo } from './mirror.ts'
import type { Step } from './run-machine.ts'

/**
 * The steps of a script in a fresh machine, the first process but one in namespaces of its own.
 * @returns the machine for a shell, what else the script was given, and how to go on
 */
export async function openSteps() {
  const [root = '', socket = '', relayPort = '', ...parameters] = process.argv.slice(2)
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  // Its own, by which children are found.
  for (const proc of ['/proc', `${root}/proc`]) execFileSync('mount', ['-t', 'proc', 'proc', proc])
  execFileSync('mount', ['--rbind', '/dev', `${root}/dev`])
  await relayTo(socket, Number(relayPort))
  const steps: Step[] = []
  return {
    place: { root, enter: ['chroot', root] },
    parameters,
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
      process.stdout.write(`${JSON.stringify(steps)}\n`)
      process.exit(0)
    },
  }
}
