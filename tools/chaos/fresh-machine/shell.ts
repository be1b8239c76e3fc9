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

  async function write(commands: string) {
    blocks += 1
    const file = `/root/.${name}-${blocks}`
    await writeFile(join(root, file), commands)
    const from = output.length
    const end = `end-of-${name}-${blocks}`
    // From a file, as none of the commands may read what comes after it.
    shell.stdin.write(`source ${file} < /dev/null\necho ${end}\n`)
    return { printed: () => output.slice(from), isDone: () => output.includes(end) }
  }

  function failed(printed: string): Error {
    const lines = printed.trim().split('\n').slice(-6).join(' / ')
    return new Error(`${isOver ? 'a command failed' : 'it takes too long'}: ${lines}`)
  }

  return {
    /**
     * @returns what the commands printed
     * @throws Error with the end of it if one of them failed
     */
    async run(commands: string): Promise<string> {
      const { printed, isDone } = await write(commands)
      await until(() => isDone() || isOver, { mostMs: longestMs, everyMs: 50 })
      if (!isDone()) throw failed(printed())
      return printed()
    },
    /** Begins commands that stay, and waits until they have printed something. @returns it */
    async begin(commands: string, expected: RegExp): Promise<string> {
      const { printed } = await write(commands)
      await until(() => expected.test(printed()) || isOver, { mostMs: longestMs, everyMs: 50 })
      const [found] = expected.exec(printed()) ?? []
      if (found === undefined) throw failed(printed())
      return found
    },
    async end() {
      shell.stdin.end()
      await closed
    },
  }
}
