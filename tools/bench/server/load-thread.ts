import { once } from 'node:events'
import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { type Load, numberPlace } from './load.ts'

/*
 * The thread of `load.ts`: it loads a server over kept connections, each of which asks again as soon as
 * it has its answer. Bare sockets take half the processor time of autocannon or Node's own client, which
 * would be as busy as the floor and hide its lead.
 */

/** Counts over all loads, for requests that must differ from each other. */
let numbered = 0

parentPort?.on('message', async (load: Load) => parentPort?.postMessage(await run(load)))

async function run({ port, requests, connections, ms }: Load) {
  const latenciesMs: number[] = []
  const statuses: Record<string, number> = {}
  const opened = await Promise.all(Array.from({ length: connections }, () => open(port)))
  // A busy server takes in one new connection in each turn, which says nothing of kept ones: the
  // clock starts when every connection has had an answer.
  const [first = ''] = requests
  await Promise.all(opened.map(({ ask }) => ask(first)))
  const started = performance.now()
  let asked = 0
  const talk = async (first: Connection) => {
    let connection = first
    while (performance.now() - started < ms) {
      // The server closes one that is idle for long, while others wait for their first answer.
      if (connection.socket.readyState !== 'open') {
        connection = await open(port)
        opened.push(connection)
      }
      const text = requests[asked % requests.length] ?? ''
      asked += 1
      numbered += 1
      const own = text.replaceAll(numberPlace, String(numbered).padStart(numberPlace.length, '0'))
      const askedAt = performance.now()
      const status = await connection.ask(own)
      latenciesMs.push(performance.now() - askedAt)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(opened.map(talk))
  const seconds = (performance.now() - started) / 1000
  for (const { socket } of opened) socket.destroy()
  return { seconds, latenciesMs, statuses }
}

type Connection = Awaited<ReturnType<typeof open>>

async function open(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let answer = Promise.withResolvers<string>()
  let head: Buffer = Buffer.alloc(0)
  let missing = 0
  let status = ''
  socket.on('error', (error) => answer.reject(error))
  // After the end of all questions this is too late to matter.
  socket.on('close', () => answer.reject(new Error('the server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const lines = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1]
      if (length === undefined) answer.reject(new Error(`an answer without a length: ${lines}`))
      status = lines.slice(9, 12)
      missing = Number(length) - (head.length - end - 4)
      head = Buffer.alloc(0)
    }
    if (missing === 0) answer.resolve(status)
  })
  return {
    /** Sends a whole request. @returns the status of its answer, once all of it is there */
    ask(text: string): Promise<string> {
      answer = Promise.withResolvers<string>()
      socket.write(text)
      return answer.promise
    },
    socket,
  }
}
