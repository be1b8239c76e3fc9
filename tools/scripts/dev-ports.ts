import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'

export interface DevPorts {
  /** Where Astro serves the pages, and passes calls on to the server. */
  readonly site: number
  readonly server: number
}

/** Why the ports cannot be used, in words for the developer. */
export class PortError extends Error {}

const usage = 'npm run dev -- --port <port> --server-port <port>'
const usualPort = '4321'

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.toNumber(),
  v.minValue(1),
  v.maxValue(65_535),
)

/**
 * @param args the arguments of `npm run dev`; without a port for the server it gets the one after the site's
 * @throws PortError for unknown options and invalid ports
 */
export function readPorts(args: readonly string[]): DevPorts {
  const options = readOptions(args)
  const site = parsePort('--port', options.port)
  const server = parsePort('--server-port', options['server-port'] ?? String(site + 1))
  if (site === server) throw new PortError(`--port and --server-port are both ${site}.`)
  return { site, server }
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { port: { type: 'string', default: usualPort }, 'server-port': { type: 'string' } },
    }).values
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PortError(`${reason}\nUsage: ${usage}`)
  }
}

function parsePort(option: string, text: string): number {
  const { success, output } = v.safeParse(port, text)
  if (success) return output
  throw new PortError(`${option} must be a whole number from 1 to 65535, not '${text}'.`)
}

/**
 * Astro would take the next free port instead, to which no link of a mail leads.
 * @throws PortError for a port on which this machine does not let us listen
 */
export async function requireFree({ site, server }: DevPorts): Promise<void> {
  await tryPort(site, 'site', '--port')
  await tryPort(server, 'server', '--server-port')
}

async function tryPort(number: number, name: string, option: string): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(number, '127.0.0.1'), 'listening')
  } catch (cause) {
    throw new PortError(
      `Port ${number} of the ${name} ${whyNot(cause)}. Choose another one: npm run dev -- ${option} <port>`,
    )
  }
  await once(probe.close(), 'close')
}

function whyNot(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE') return 'is in use'
  if (code === 'EACCES') return 'is not open to you'
  return `cannot be used (${String(cause)})`
}

/**
 * Calls back after a file changed, was replaced, added or removed. It polls the files, because
 * `node --watch` loses a file that an editor saves by a rename.
 * @returns the function that stops watching
 */
export function watchFiles(
  root: string,
  patterns: readonly string[],
  onChange: () => void,
  pauseMs = 300,
): () => void {
  let before = snapshot(root, patterns)
  const timer = setInterval(() => {
    const now = snapshot(root, patterns)
    if (now === before) return
    before = now
    onChange()
  }, pauseMs)
  return () => clearInterval(timer)
}

function snapshot(root: string, patterns: readonly string[]): string {
  const names = globSync([...patterns], { cwd: root }).sort()
  return names.map((name) => `${name} ${versionOf(join(root, name))}`).join('\n')
}

function versionOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false })
  return file === undefined ? 'gone' : `${file.ino} ${file.mtimeMs} ${file.size}`
}
