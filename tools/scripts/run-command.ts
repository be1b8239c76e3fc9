import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The project's own programs come first on PATH, so that a script behaves the same with and without npm.
 */
const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)

/** Children of this process: a tool that is stopped must not leave its children running. */
const running = new Set<ChildProcess>()

export interface CommandOptions {
  /** Added to the environment of this process. */
  environment?: Record<string, string>
  /** `collect` keeps the output, to be shown if it matters; `inherit` passes it through as it arrives. */
  output?: 'collect' | 'inherit'
  timeoutMs?: number
}

export interface CommandResult {
  /** 127 when the program could not start, 128 when a signal ended it. */
  exitCode: number
  /** Both streams in order of arrival; empty with `inherit`. */
  output: string
}

export function start(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(command, args, {
    cwd: root,
    // Windows finds the `.cmd` files of node_modules/.bin only through its shell.
    shell: process.platform === 'win32',
    ...options,
    env: { ...process.env, PATH: path, ASTRO_TELEMETRY_DISABLED: '1', ...options.env },
  })
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

export function run(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const inherits = options.output === 'inherit'
  const child = start(command, args, {
    env: options.environment ?? {},
    stdio: inherits ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      running.delete(child)
      resolve({ exitCode: 127, output: `${output}${error.message}\n` })
    })
    child.on('close', (code) => resolve({ exitCode: code ?? 128, output }))
  })
}

/** For the main file of a tool: when the tool is stopped, its children are stopped too. */
export function stopChildrenWithUs(): void {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill('SIGTERM')
      process.exit(exitCode)
    })
  }
}

export function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
}
