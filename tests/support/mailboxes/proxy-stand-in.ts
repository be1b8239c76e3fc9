import { createServer, type TLSSocket } from 'node:tls'
import { listenLocally } from '../listen-locally.ts'
import { makeCertificate } from '../server/certificate.ts'
import { proxy } from './credential-lab.ts'

export interface ProxyStandIn extends AsyncDisposable {
  readonly port: number
  readonly ca: string
  /** Refuses the login, and ends what is open. */
  refuseAll(): void
  /** Knows LOGIN alone from now on, and ends what is open. */
  losePlain(): void
  takeAll(): void
  /** Refuses one mailbox, and ends its connections. */
  refuse(mailbox: string): void
  /** Does not answer for one mailbox until all are taken. @returns when it was asked for */
  hold(mailbox: string): Promise<void>
  /** Sign-ins for a mailbox that were refused. */
  readonly refusals: () => number
}

/** A mail server with empty inboxes, one for each name that asks, which a login opens by SASL PLAIN. */
export async function startProxyStandIn({
  ignoresName = false,
  hasPlain = true,
} = {}): Promise<ProxyStandIn> {
  const certificate = await makeCertificate()
  const open = new Map<TLSSocket, string>()
  const refused = new Set<string>()
  const asked = Promise.withResolvers<void>()
  let knowsPlain = hasPlain
  const answerHeld: (() => void)[] = []
  let held = ''
  let isRefused = false
  let refusals = 0
  const capability = () => `* CAPABILITY IMAP4rev1 IDLE ${knowsPlain ? 'AUTH=PLAIN' : ''}\r\n`
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (socket) => {
    let pending = ''
    let waiting = ''
    open.set(socket, '')
    const send = (text: string) => socket.writable && socket.write(text)
    const signIn = (tag: string, name: string, login: string, password: string) => {
      if (name !== '' && name === held) {
        asked.resolve()
        answerHeld.push(() => signIn(tag, name, login, password))
        return
      }
      const isRight = login === proxy.login && password === proxy.password
      if (isRight && !isRefused && !refused.has(name)) {
        open.set(socket, ignoresName || name === '' ? login : name)
        send(`${tag} OK\r\n`)
        return
      }
      if (name !== '') refusals += 1
      send(`${tag} NO [AUTHENTICATIONFAILED] no\r\n`)
    }
    const answer = (line: string) => {
      if (pending !== '') {
        const [name = '', login = '', password = ''] = Buffer.from(line, 'base64')
          .toString()
          .split('\0')
        const tag = pending
        pending = ''
        signIn(tag, name, login, password)
        return
      }
      if (line === 'DONE') {
        send(`${waiting} OK\r\n`)
        return
      }
      const [tag = '', command = '', ...words] = line.split(' ')
      if (command === 'CAPABILITY') send(`${capability()}${tag} OK\r\n`)
      else if (command === 'AUTHENTICATE' && knowsPlain) {
        pending = tag
        send('+ \r\n')
      } else if (command === 'LOGIN') {
        const [login = '', ...rest] = words.map((word) => word.replaceAll('"', ''))
        signIn(tag, '', login, rest.join(' '))
      } else if (command === 'IDLE') {
        waiting = tag
        send('+ idling\r\n')
      } else if (command === 'STATUS') {
        send(`* STATUS INBOX (UIDNEXT 1)\r\n${tag} OK\r\n`)
      } else if (command === 'SELECT' || command === 'EXAMINE') {
        const validity = [...(open.get(socket) ?? '')].reduce(
          (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007,
          7,
        )
        send(
          `* 0 EXISTS\r\n* FLAGS ()\r\n* OK [UIDVALIDITY ${validity}] ok\r\n* OK [UIDNEXT 1] ok\r\n${tag} OK\r\n`,
        )
      } else send(`${tag} OK\r\n`)
    }
    let rest = ''
    socket.on('data', (bytes) => {
      const lines = (rest + String(bytes)).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(line)
    })
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    send('* OK ready\r\n')
  })
  server.on('tlsClientError', () => {})
  const end = (isMeant: (name: string) => boolean) => {
    for (const [socket, name] of open) if (isMeant(name)) socket.destroy()
  }
  return {
    ...(await listenLocally(server)),
    ca: certificate.cert,
    refuseAll() {
      isRefused = true
      end(() => true)
    },
    losePlain() {
      knowsPlain = false
      end(() => true)
    },
    takeAll() {
      isRefused = false
      held = ''
      for (const answer of answerHeld.splice(0)) answer()
      end((name) => name === '')
    },
    refuse(mailbox) {
      refused.add(mailbox)
      end((name) => name === mailbox)
    },
    hold(mailbox) {
      held = mailbox
      return asked.promise
    },
    refusals: () => refusals,
  }
}
