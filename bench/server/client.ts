import { connect } from 'node:net'
import type { Load, Loaded } from './load.ts'

/*
 * The second process: it loads a server over kept connections, each of which asks again as soon as
 * it has its answer. Bare sockets, for Node's own client would be busier than the servers it measures.
 */

process.on('message', async (load: Load) => process.send?.(await run(load)))

async function run({ port, requests, connections, ms, count = Number.POSITIVE_INFINITY }: Load) {
  const latenciesMs: number[] = []
  const statuses: Record<string, number> = {}
  const started = performance.now()
  let asked = 0
  const next = (): string | undefined => {
    if (asked >= count || performance.now() - started >= ms) return undefined
    const text = requests[asked % requests.length]
    asked += 1
    return text
  }
  const note = (status: string, latencyMs: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1
    latenciesMs.push(latencyMs)
  }
  await Promise.all(Array.from({ length: connections }, () => talk(port, next, note)))
  const loaded: Loaded = { seconds: (performance.now() - started) / 1000, latenciesMs, statuses }
  return loaded
}

/** One connection until there is nothing more to ask. */
function talk(
  port: number,
  next: () => string | undefined,
  note: (status: string, latencyMs: number) => void,
): Promise<void> {
  const done = Promise.withResolvers<void>()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let head: Buffer = Buffer.alloc(0)
  let missing = 0
  let status = ''
  let askedAt = 0
  const ask = () => {
    const text = next()
    if (text === undefined) {
      socket.destroy()
      return done.resolve()
    }
    askedAt = performance.now()
    socket.write(text)
  }
  socket.on('connect', ask)
  socket.on('error', done.reject)
  // After the end of all questions this is too late to matter.
  socket.on('close', () => done.reject(new Error('the server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const lines = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1]
      if (length === undefined)
        return done.reject(new Error(`an answer without a length: ${lines}`))
      status = lines.slice(9, 12)
      missing = Number(length) - (head.length - end - 4)
      head = Buffer.alloc(0)
    }
    if (missing > 0) return
    note(status, performance.now() - askedAt)
    ask()
  })
  return done.promise
}
