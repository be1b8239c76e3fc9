import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

export interface Envelope {
  /** Address and name of the client that Postfix is told of, as if it stood in front of the world. */
  readonly client: { readonly address: string; readonly name: string }
  readonly from: string
  readonly to: readonly string[]
}

/** The server's last answer: to the whole mail, or to what it refused before that. */
export interface SmtpAnswer {
  readonly code: number
  readonly text: string
}

/** Delivers one mail to a server on loopback that accepts XCLIENT. */
export async function deliver(
  port: number,
  { client, from, to }: Envelope,
  message: Buffer,
): Promise<SmtpAnswer> {
  const socket = connect({ port, host: '127.0.0.1' })
  // The lines end with it, which says enough.
  socket.on('error', () => socket.destroy())
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const hear = async (): Promise<SmtpAnswer> => {
    for (;;) {
      const { value, done } = await lines.next().catch(() => ({ value: '', done: true }))
      if (done) return { code: 0, text: 'the connection ended' }
      if (/^\d{3} /.test(value)) return { code: Number(value.slice(0, 3)), text: value.slice(4) }
    }
  }
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return hear()
  }
  const hello = `EHLO ${client.name}`
  const isUtf8 = /[^\p{ASCII}]/u.test([from, ...to].join('')) ? ' SMTPUTF8' : ''
  const commands = [
    hello,
    `XCLIENT ADDR=${client.address} NAME=${client.name}`,
    hello,
    `MAIL FROM:<${from}>${isUtf8}`,
    ...to.map((recipient) => `RCPT TO:<${recipient}>`),
    'DATA',
  ]
  try {
    let answer = await hear()
    for (const command of commands) {
      if (answer.code >= 400 || answer.code === 0) return answer
      answer = await say(command)
    }
    if (answer.code !== 354) return answer
    const dotted = message.toString('latin1').replaceAll(/\r?\n/g, '\r\n').replaceAll(/^\./gm, '..')
    socket.write(dotted.endsWith('\r\n') ? dotted : `${dotted}\r\n`, 'latin1')
    return await say('.')
  } finally {
    socket.end('QUIT\r\n')
    if (!socket.closed) await Promise.race([once(socket, 'close'), once(socket, 'end')])
    socket.destroy()
  }
}
