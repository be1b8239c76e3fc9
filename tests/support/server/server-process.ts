import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { bundled } from '../commands/bundle.ts'
import { policyFile } from './server.ts'

const repository = resolve(import.meta.dirname, '../../..')

export interface ServerProcess {
  readonly pid: number | undefined
  /** Where it listens; undefined when it ended without listening. */
  readonly url: string | undefined
  readonly output: () => { stdout: string; stderr: string }
  /** @returns the exit code; null after a kill */
  end(signal: NodeJS.Signals): Promise<number | null>
  readonly exited: Promise<number | null>
}

/**
 * Runs the real command on a free port and waits until it says where it listens, or has ended.
 * @param environment laid over this one's
 * @param killing kills it, also before it listens
 * @param limit of the shell's `ulimit`, `-n 64` for instance; those of the system without it
 * @param folder of sources to run, the project's or a copy's; without it a bundle of them runs
 */
export async function startServerProcess(
  environment: Record<string, string>,
  options: readonly string[] = [],
  killing?: AbortSignal,
  limit = '',
  folder?: string,
): Promise<ServerProcess> {
  const file = folder === undefined ? await bundled('server/main.ts') : 'server/main.ts'
  const command = [process.execPath, file, ...options]
  const [program = '', ...parameters] =
    limit === '' ? command : ['sh', '-c', `ulimit ${limit} && exec "$0" "$@"`, ...command]
  const child = spawn(program, parameters, {
    cwd: folder ?? repository,
    env: {
      ...process.env,
      // Makes a server end with its parent, however that ends.
      npm_lifecycle_event: 'serve',
      PORT: '0',
      POLICY_FILE: policyFile,
      SHUTDOWN_DELAY_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  killing?.addEventListener('abort', () => child.kill('SIGKILL'))
  const collected = collectOutput(child)
  const exited = once(child, 'exit').then(() => child.exitCode)
  const url = await Promise.race([collected.url, exited.then(() => undefined)])
  return {
    pid: child.pid,
    url,
    output: () => collected.output,
    exited,
    end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

function collectOutput(child: ChildProcess) {
  const output = { stdout: '', stderr: '' }
  const found = Promise.withResolvers<string>()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
    const url = /http:\/\/[\w.:[\]]+:\d+/.exec(output.stdout)?.[0]
    if (url !== undefined) found.resolve(url)
  })
  return { output, url: found.promise }
}
