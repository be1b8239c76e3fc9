import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { unprivileged } from '../../../tests/support/postgres/cluster.ts'

/** PostgreSQL refuses to run as root. */
export const account = unprivileged()

export interface Program {
  /** The end of what it said. */
  readonly output: () => string
  readonly hasEnded: () => boolean
  kill(): Promise<void>
}

interface Options {
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a program that does not end by itself. */
export function runProgram(
  program: string,
  parameters: readonly string[],
  { folder, environment }: Options,
): Program {
  const child = spawn(program, parameters, {
    ...account,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  // This process may be told to stop in the middle of the drill.
  const killNow = () => child.kill('SIGKILL')
  process.on('exit', killNow)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-20_000)
    })
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    output: () => output,
    hasEnded,
    async kill() {
      process.off('exit', killNow)
      if (hasEnded()) return
      killNow()
      await ended
    },
  }
}

/** Kills PostgreSQL with all its processes at once, as a machine that loses power. */
export function killPostgres(dataFolder: string): void {
  const postmaster = postmasterOf(dataFolder)
  if (postmaster === undefined) return
  for (const pid of [postmaster, ...childrenOf(postmaster)]) killIfThere(pid)
}

function postmasterOf(dataFolder: string): number | undefined {
  try {
    const pid = Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n')[0])
    // The file of a killed one stays, and another program may have its number.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataFolder) ? pid : undefined
  } catch {
    return undefined
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent
    } catch {
      return false
    }
  })
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
