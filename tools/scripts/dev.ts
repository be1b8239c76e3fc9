import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { whenParentIsLost } from '../../server/lost-parent.ts'
import { type DevPorts, PortError, readPorts, requireFree, watchFiles } from './dev-ports.ts'
import { root, start } from './run-command.ts'

/** The files that the server consists of. */
const serverSources = ['server/**/*.ts', 'contract/**/*.ts', 'src/content/privacy-policy.yaml']

/** How long to wait for a child to end before it is killed. */
const stopTimeoutMs = 5000

async function findPorts(): Promise<DevPorts> {
  try {
    const found = readPorts(process.argv.slice(2))
    await requireFree(found)
    return found
  } catch (cause) {
    if (!(cause instanceof PortError)) throw cause
    console.error(cause.message)
    process.exit(1)
  }
}

const ports = await findPorts()

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

// Astro moves to the background when it detects that a program started it. This variable, which it
// sets for its own background process, keeps it in the foreground, where it ends with the server.
const site = launch('site', 'astro', ['dev', '--port', String(ports.site)], {
  ASTRO_DEV_BACKGROUND: '1',
  DEV_SERVER_PORT: String(ports.server),
})
let server = launchServer()

/** The exit code of the child that ended first, or of the signal that ended them all. */
let exitCode: number | undefined

function launchServer(): ChildProcess {
  const child = launch('server', 'node', ['server/main.ts', '--demo'], {
    PORT: String(ports.server),
    // Links in mails lead to the pages of Astro; passkeys need a name in place of an address.
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${ports.site}`,
  })
  child.on('close', (code) => {
    if (exitCode !== undefined) exitIfAllEnded()
    else if (isRestarting) restarted()
    else console.log(`server | ended with code ${code}: waiting for a change`)
  })
  return child
}

/** Whether the server is ending because the next one replaces it. */
let isRestarting = false

function restart(): void {
  if (exitCode !== undefined || isRestarting) return
  console.log('server | a file changed: restarting')
  isRestarting = true
  if (hasEnded(server)) restarted()
  else server.kill('SIGTERM')
}

function restarted(): void {
  isRestarting = false
  server = launchServer()
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function exitIfAllEnded(): void {
  if (hasEnded(site) && hasEnded(server)) process.exit(exitCode)
}

function end(code: number): void {
  if (exitCode !== undefined) return
  exitCode = code
  for (const child of [site, server]) child.kill('SIGTERM')
  setTimeout(() => {
    for (const child of [site, server]) child.kill('SIGKILL')
  }, stopTimeoutMs).unref()
  exitIfAllEnded()
}

site.on('close', (code) => {
  end(code ?? 1)
  exitIfAllEnded()
})
watchFiles(root, serverSources, restart)
process.on('SIGINT', () => end(130))
process.on('SIGTERM', () => end(143))
process.on('SIGHUP', () => end(129))
whenParentIsLost(() => end(143))
