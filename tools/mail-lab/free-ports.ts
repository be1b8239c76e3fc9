import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Below the ports that systems give to connections, and to servers that take any: otherwise one of
 * them takes a port after it was found free and before the program listens on it.
 */
const [lowest, highest] = [12_000, 32_000]

/** @returns ports that nothing listens on, for programs that cannot choose one by themselves */
export async function freePorts(count: number): Promise<number[]> {
  const probes = new Map<number, Server>()
  while (probes.size < count) {
    const port = randomInt(lowest, highest)
    const probe = await listenOn(port)
    if (probe !== undefined) probes.set(port, probe)
  }
  await Promise.all([...probes.values()].map((probe) => once(probe.close(), 'close')))
  return [...probes.keys()]
}

async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return server
  } catch {
    return undefined
  }
}
