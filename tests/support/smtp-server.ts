import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedMail {
  readonly envelope: readonly string[]
  readonly source: string
}

export interface TestSmtpServer extends AsyncDisposable {
  readonly url: string
  readonly received: ReceivedMail[]
  /** How often somebody has connected to it. */
  readonly connections: number
  /** What it answers to a whole mail from now on. */
  answer: string
}

/** Whoever gives up on a mute server has been told to, or has gone on for a whole attempt. */
const endlessPatience = '?connectionTimeout=600000&greetingTimeout=600000&socketTimeout=600000'

/** Speaks just enough SMTP to take mail; a mute one says nothing at all. */
export async function startSmtpServer(kind: 'normal' | 'mute' = 'normal'): Promise<TestSmtpServer> {
  const sockets = new Set<Socket>()
  const state = { answer: '250 OK', received: [] as ReceivedMail[], connections: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    state.connections += 1
    socket.on('error', () => socket.destroy())
    if (kind === 'normal') talk(socket, state)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}${kind === 'mute' ? endlessPatience : ''}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

function talk(socket: Socket, state: { answer: string; received: ReceivedMail[] }): void {
  let envelope: string[] = []
  let lines: string[] | undefined
  const say = (text: string) => socket.write(`${text}\r\n`)
  say('220 test')
  createInterface({ input: socket }).on('line', (line) => {
    if (lines !== undefined) {
      if (line !== '.') {
        lines.push(line.replace(/^\./, ''))
        return
      }
      if (state.answer.startsWith('250'))
        state.received.push({ envelope, source: lines.join('\n') })
      lines = undefined
      envelope = []
      say(state.answer)
    } else if (/^(?:MAIL|RCPT)/i.test(line)) {
      envelope.push(line)
      say('250 OK')
    } else if (/^DATA/i.test(line)) {
      lines = []
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else say('250 test')
  })
}
