import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { listenLocally } from '../listen-locally.ts'

interface ReceivedMail {
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
  const listening = await listenLocally(server.server)
  return Object.assign(state, { ...listening, url: `smtp://127.0.0.1:${listening.port}` })
}

function errorOf(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

async function startMuteServer(): Promise<TestSmtpServer> {
  const state = { answer: '', received: [], connections: 0 }
  const server = createServer((socket) => {
    state.connections += 1
    socket.on('error', () => socket.destroy())
  })
  const listening = await listenLocally(server)
  const url = `smtp://127.0.0.1:${listening.port}${longTimeouts}`
  return Object.assign(state, { ...listening, url })
}

/** A mail server that says to each recipient what it is told to say, and keeps what it heard. */
export async function startRefusingMailServer(toRecipient = '250 OK') {
  const commands: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 mail.example ESMTP\r\n')
    createInterface({ input: socket }).on('line', (line) => {
      commands.push(line)
      socket.write(`${answerTo(line, toRecipient)}\r\n`)
      if (line === 'QUIT') socket.end()
    })
  })
  const { port } = await listenLocally(server)
  return { commands, url: `smtp://127.0.0.1:${port}`, close: () => server.close() }
}

function answerTo(line: string, toRecipient: string): string {
  if (line.startsWith('EHLO')) return '250-mail.example\r\n250 SIZE 1000000'
  if (line.startsWith('RCPT')) return toRecipient
  return line === 'QUIT' ? '221 Bye' : '250 OK'
}

interface Heard {
  readonly isSecure: boolean
  readonly password: string | null | undefined
}

/**
 * A mail server whose STARTTLS is taken out after so many conversations, as someone on the way could
 * do. It keeps each password with how it came.
 */
export async function startStrippingMailServer(
  certificate: { readonly key: string; readonly cert: string },
  untouched: number,
) {
  const heard: Heard[] = []
  const make = (disabledCommands: string[]) => {
    const server = new SMTPServer({
      ...certificate,
      ...{
        disabledCommands,
        allowInsecureAuth: true,
        authOptional: true,
        disableReverseLookup: true,
      },
      onAuth({ username, password }, { secure }, done) {
        heard.push({ isSecure: secure, password })
        done(null, { user: username })
      },
      onData(stream, _, done) {
        stream.resume().on('end', done)
      },
    })
    server.on('error', () => undefined)
    return server
  }
  const [honest, stripped] = [make([]), make(['STARTTLS'])]
  let conversations = 0
  const front = createServer((socket) => {
    const server = conversations < untouched ? honest : stripped
    conversations += 1
    server.server.emit('connection', socket)
  })
  const { port } = await listenLocally(front)
  return {
    heard,
    host: `localhost:${port}`,
    conversations: () => conversations,
    close: () => front.close(),
  }
}
