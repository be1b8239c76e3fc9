import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { start } from './run-command.ts'

/** Where vite's proxy in astro.config.ts sends /api. */
const serverPort = '4322'

/** How long a child may take to end before it is made to. */
const patienceMs = 5000

function show(name: string, stream: Readable | null): void {
  if (stream === null) return
  createInterface({ input: stream }).on('line', (text) => {
    console.log(`${name.padEnd(6)} | ${text}`)
  })
}

function launch(name: string, command: string, args: string[], environment = {}): ChildProcess {
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = start(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...colors, ...environment },
  })
  show(name, child.stdout)
  show(name, child.stderr)
  child.on('error', (error) => console.error(`${name.padEnd(6)} | ${error.message}`))
  return child
}

const children = [
  // Astro goes to the background by itself when it believes that a machine has called it; this variable,
  // which it sets for its own background process, keeps it here, where it ends with the server.
  launch('site', 'astro', ['dev'], { ASTRO_DEV_BACKGROUND: '1' }),
  launch('server', 'node', ['--watch', 'server/main.ts', '--demo'], { PORT: serverPort }),
]

/** The code of whoever ended first, or of the signal that ended all. */
let exitCode: number | undefined

function end(code: number): void {
  if (exitCode !== undefined) return
  exitCode = code
  for (const child of children) child.kill('SIGTERM')
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, patienceMs).unref()
}

process.on('SIGINT', () => end(130))
process.on('SIGTERM', () => end(143))
process.on('SIGHUP', () => end(129))

let open = children.length
for (const child of children) {
  child.on('close', (code) => {
    open -= 1
    end(code ?? 1)
    if (open === 0) process.exit(exitCode)
  })
}
