import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

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
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (health === 'says nothing') socket.resume()
    else if (health === 'drips a byte per second') drip(socket)
    else if (health === 'floods without an end of line') pour(socket)
    else talk(socket, health, taken)
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

/** Just enough SMTP, in good health and in bad. */
function talk(socket: Socket, health: 'well' | Illness, taken: string[]): void {
  const say = (words: string) => socket.write(`${words}\r\n`)
  let lines: string[] | undefined
  say('220 test')
  createInterface({ input: socket }).on('line', (line) => {
    if (lines === undefined) {
      if (/^DATA/i.test(line)) {
        lines = []
        say('354 go on')
        if (health === 'stops in the middle of a mail') socket.pause()
      } else say(/^QUIT/i.test(line) ? '221 bye' : '250 test')
    } else if (line !== '.') lines.push(line)
    else if (health === 'says no for now, late') setTimeout(say, lateMs, '451 later')
    else if (health === 'says no for good, late') setTimeout(say, lateMs, '554 never')
    else {
      taken.push(/^Message-ID: (\S+)$/im.exec(lines.join('\n'))?.[1] ?? '')
      if (health === 'well') say('250 taken')
    }
    if (line === '.') lines = undefined
  })
}
