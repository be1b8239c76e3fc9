import { readdirSync, readFileSync } from 'node:fs'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Linux's figures of a process; NaN on other systems. */
export interface ProcessFigures {
  residentMegabytes(): number
  /** Processor time so far, which depends less than all else on what the machine does besides. */
  cpuMs(): number
  /** Sockets among them. */
  openFiles(): number
}

/** The real server in a process of its own, killed when it is disposed of. */
export interface RunningServer extends AsyncDisposable, ProcessFigures {
  readonly url: string
  readonly port: number
  readonly end: ServerProcess['end']
  readonly output: ServerProcess['output']
  readonly hasEnded: () => boolean
  /** Lines of the log that say that the server failed. */
  failures(): string[]
}

/** @param options of the server's command */
export async function startServer(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<RunningServer> {
  const defaults = {
    DATABASE_URL: databaseUrl,
    // Attacks and measurements make more of them than a user would.
    SUPPORT_REQUESTS_PER_HOUR: '1000000',
    FLAGS_PER_USER: '1000000',
  }
  const server = await startServerProcess({ ...defaults, ...environment }, options)
  const { url, pid, end, output } = server
  if (url === undefined) throw new Error(`no start: ${output().stderr}`)
  let hasEnded = false
  void server.exited.then(() => {
    hasEnded = true
  })
  return {
    ...figuresOf(pid),
    url,
    port: Number(new URL(url).port),
    end,
    output,
    hasEnded: () => hasEnded,
    failures: () =>
      output()
        .stdout.split('\n')
        .filter((line) => line.includes('"level":"error"')),
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
    },
  }
}

export function figuresOf(pid: number | undefined): ProcessFigures {
  return {
    residentMegabytes: () =>
      Number(/^VmRSS:\s*(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? Number.NaN) / 1000,
    cpuMs() {
      // User and system time are the 14th and 15th field, in hundredths of a second.
      const [, user, system] = /\) \S(?: \S+){10} (\d+) (\d+)/.exec(read(pid, 'stat')) ?? []
      return user === undefined ? Number.NaN : (Number(user) + Number(system)) * 10
    },
    openFiles() {
      try {
        return readdirSync(`/proc/${pid}/fd`).length
      } catch {
        return Number.NaN
      }
    },
  }
}

function read(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
