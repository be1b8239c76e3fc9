import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { afterAll } from 'vitest'
import { bundled } from './bundle.ts'

const repository = resolve(import.meta.dirname, '../../..')
const outcome = v.object({ code: v.number(), stdout: v.string(), stderr: v.string() })

interface Place {
  readonly environment: Readonly<Record<string, string>>
  readonly folder?: string
}

interface Output {
  readonly stdout: string
  readonly stderr: string
}

/**
 * An operator's command, whose runs in a file of tests share one process: to start it takes longer
 * than to run it. `commands.test.ts` also runs each command in a process of its own.
 * @returns like `execFile`, it rejects with the code and the output when the code is not 0
 */
export function prepareCommand(name: string) {
  let process: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  afterAll(async () => {
    if (process === undefined) return
    const exited = once(process, 'exit')
    process.disconnect()
    await exited
  })
  async function run({ environment, folder = repository }: Place, options: readonly string[]) {
    process ??= await startRunner(name)
    const answered = once(process, 'message')
    process.send({ environment, folder, options })
    const [message] = await answered
    const { code, ...output } = v.parse(outcome, message)
    if (code === 0) return output
    throw Object.assign(new Error(`${name} ended with ${code}: ${output.stderr}`), output, { code })
  }
  return (place: Place, ...options: readonly string[]): Promise<Output> => {
    // Arguments, environment and folder are the whole process's.
    const running = last.then(() => run(place, options))
    last = running.catch(() => {})
    return running
  }
}

async function startRunner(name: string): Promise<ChildProcess> {
  const runner = join(import.meta.dirname, 'run-commands.ts')
  return spawn(process.execPath, [runner, await bundled(`server/cli/${name}.ts`)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
