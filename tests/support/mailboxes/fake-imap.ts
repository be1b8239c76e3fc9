import { createServer as createPlainServer, type Server, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import { listenLocally } from '../listen-locally.ts'
import { type Certificate, makeCertificate } from '../server/certificate.ts'

/** Answers one command, by its tag and its words. */
export type Answer = (send: (text: string) => void, tag: string, command: string) => void

export interface FakeImap extends AsyncDisposable {
  readonly port: number
  readonly ca: string
  /** All that clients have sent. */
  readonly heard: () => string
}

interface FakeOptions {
  readonly isPlain?: boolean
  readonly certificate?: Certificate
  readonly greeting?: string
  /** Called with each new connection, for what comes by itself. */
  readonly begin?: (send: (text: string) => void, socket: Socket) => void
  readonly answer?: Answer
}

/** An IMAP server that does what it likes. */
export async function startFakeImap(options: FakeOptions): Promise<FakeImap> {
  const { isPlain = false, greeting = '* OK ready\r\n', begin, answer } = options
  const certificate = options.certificate ?? (await makeCertificate())
  let heard = ''
  const serve = (socket: Socket) => {
    socket.on('error', () => {})
    const send = (text: string) => {
      if (socket.writable) socket.write(text)
    }
    if (greeting !== '') send(greeting)
    begin?.(send, socket)
    let rest = ''
    socket.on('data', (bytes) => {
      heard += String(bytes)
      const lines = (rest + String(bytes)).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [tag = '', ...words] = line.split(' ')
        answer?.(send, tag, words.join(' '))
      }
    })
  }
  const server: Server = isPlain
    ? createPlainServer(serve)
    : createServer({ key: certificate.key, cert: certificate.cert }, serve)
  server.on('tlsClientError', () => {})
  return {
    ...(await listenLocally(server)),
    ca: certificate.cert,
    heard: () => heard,
  }
}

/** As far as a sign-in goes; then what a test adds. */
export function signingIn(more: Answer): Answer {
  return (send, tag, command) => {
    if (command === 'CAPABILITY') {
      send(`* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n${tag} OK\r\n`)
    } else if (/^(?:LOGIN|AUTHENTICATE|NAMESPACE|ID|ENABLE)/.test(command)) {
      send(`${tag} OK\r\n`)
    } else more(send, tag, command)
  }
}
