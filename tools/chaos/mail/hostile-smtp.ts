import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** What a mail server may do instead of its work. */
export const illnesses = [
  'says nothing',
  'stops in the middle of a mail',
  'says no for now, late',
  'says no for good, late',
  'drips a byte per second',
  'floods without an end of line',
  'takes a mail and never says so',
] as const

export type Illness = (typeof illnesses)[number]

const lateMs = 2000
const dripMs = 1000
const flood = Buffer.alloc(65_536, 'x')

export interface HostileSmtpServer extends AsyncDisposable {
  readonly url: string
  /** Message-IDs of whole mails, in the order in which they were taken. */
  readonly taken: readonly string[]
  /** How many connections came since the last change. */
  readonly connections: () => number
  /** From now on; connections that hang are cut, as by a restart. */
  become(health: 'well' | Illness): void
}

export async function startHostileSmtpServer(): Promise<HostileSmtpServer> {
  const sockets = new Set<Socket>()
  const taken: string[] = []
  let health: 'well' | Illness = 'well'
  let connections = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, _, answer) {
      if (health === 'stops in the middle of a mail') return
      const reject = (responseCode: number) =>
        setTimeout(answer, lateMs, Object.assign(new Error('no'), { responseCode }))
      text(stream).then((mail) => {
        if (health === 'says no for now, late') return reject(451)
        if (health === 'says no for good, late') return reject(554)
        taken.push(/^Message-ID: (\S+)$/im.exec(mail.replaceAll('\r', ''))?.[1] ?? '')
        return health === 'well' ? answer() : undefined
      }, answer)
    },
  })
  // Connections are cut.
  smtp.on('error', () => undefined)
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (health === 'says nothing') socket.resume()
    else if (health === 'drips a byte per second') drip(socket)
    else if (health === 'floods without an end of line') pour(socket)
    else smtp.server.emit('connection', socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    taken,
    connections: () => connections,
    become(next) {
      health = next
      connections = 0
      cut()
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), dripMs)
  socket.on('close', () => clearInterval(timer)).resume()
}

function pour(socket: Socket): void {
  const write = () => {
    while (socket.writable && socket.write(flood));
  }
  socket.on('drain', write).resume()
  write()
}
