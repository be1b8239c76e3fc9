import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../../../tests/support/until.ts'

/** A root shell of the fresh machine, in which one block of commands runs after the other. */
export type Shell = ReturnType<typeof openShell>

interface Place {
  /** The folder with the files of the machine. */
  readonly root: string
  /** The command that runs a program inside it. */
  readonly enter: readonly string[]
}

const environment = {
  HOME: '/root',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
}
const longestMs = 10 * 60_000

/** A shell where root's files are. It ends at the first command that fails. */
export function openShell({ root, enter }: Place, name: string) {
  const [command = '', ...parameters] = [...enter, 'env', '--chdir=/root', '/bin/bash', '-e']
  const shell = spawn(command, parameters, { env: environment })
  let output = ''
  let isOver = false
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const closed = once(shell, 'close').then(() => {
    isOver = true
  })
  let blocks = 0

  /**
   * @param expected of commands that stay
   * @returns what the commands printed, up to what is expected of them, or to their end
   * @throws Error with the end of it if one of them failed
   */
  async function runCommands(commands: string, expected?: RegExp): Promise<string> {
    blocks += 1
    const file = `/root/.${name}-${blocks}`
    await writeFile(join(root, file), commands)
    const from = output.length
    const end = `end-of-${name}-${blocks}`
    // From a file, as none of the commands may read what comes after it.
    shell.stdin.write(`source ${file} < /dev/null\necho ${end}\n`)
    const printed = () => output.slice(from)
    const isDone = () => expected?.test(printed()) ?? printed().includes(end)
    await until(() => isDone() || isOver, { mostMs: longestMs, everyMs: 50 })
    if (isDone()) return printed()
    const lines = printed().trim().split('\n').slice(-6).join(' / ')
    throw new Error(`${isOver ? 'a command failed' : 'it takes too long'}: ${lines}`)
  }

  return {
    run: runCommands,
    async end() {
      shell.stdin.end()
      await closed
    },
  }
}
