import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that nothing listens on, for programs that cannot choose one by themselves. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port is free')
  return address.port
}
