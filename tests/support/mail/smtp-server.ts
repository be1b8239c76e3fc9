import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** The commands that name the sender and the recipients. */
  readonly envelope: readonly string[]
  readonly source: string
}

export interface TestSmtpServer extends AsyncDisposable {
  readonly url: string
  readonly received: ReceivedMail[]
  /** How many connections it has accepted. */
  readonly connections: number
  /** How it answers a whole mail from now on: a code and words. */
  answer: string
}

/** A test ends a wait for a mute server itself, or waits for a whole attempt. */
const longTimeouts = '?connectionTimeout=600000&greetingTimeout=600000&socketTimeout=600000'

/** A mail server that accepts mail; a mute one accepts connections and says nothing. */
export function startSmtpServer(kind: 'normal' | 'mute' = 'normal'): Promise<TestSmtpServer> {
  return kind === 'mute' ? startMuteServer() : startNormalServer()
}

async function startNormalServer(): Promise<TestSmtpServer> {
  const state = { answer: '250 OK', received: [] as ReceivedMail[], connections: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onConnect(_, done) {
      state.connections += 1
      done()
    },
    onData(stream, { envelope }, done) {
      text(stream).then((source) => {
        if (!state.answer.startsWith('250')) return done(errorOf(state.answer))
        const { mailFrom, rcptTo } = envelope
        const sender = mailFrom === false ? '' : mailFrom.address
        const recipients = rcptTo.map(({ address }) => `RCPT TO:<${address}>`)
        state.received.push({
          envelope: [`MAIL FROM:<${sender}>`, ...recipients],
          source: source.replaceAll('\r\n', '\n'),
        })
        return done()
      }, done)
    },
  })
  // A client that gives up resets its connection.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return Object.assign(state, {
    url: urlOf(server.server.address()),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  })
}

function errorOf(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

async function startMuteServer(): Promise<TestSmtpServer> {
  const sockets = new Set<Socket>()
  const state = { answer: '', received: [], connections: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    state.connections += 1
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: urlOf(server.address()) + longTimeouts,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

function urlOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
}
