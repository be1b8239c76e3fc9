import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connect as connectTls } from 'node:tls'
import { secondMs } from '../../core/clock.ts'

interface Envelope {
  readonly from: string
  readonly to: string
}

const silenceMs = 10 * secondMs

/** The mail server answered, but did not take what was said. */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal'
}

/**
 * Talks to a mail server up to the recipient, and takes it back before a mail would begin. Nodemailer's
 * own check ends after the password, and servers refuse senders and recipients later.
 * @throws SmtpRefusal, or an error of the network
 */
export async function askForRecipient(address: string, envelope: Envelope): Promise<void> {
  const url = new URL(address)
  const isTls = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.+)\]$/, '$1')
  const port = Number(url.port || (isTls ? 465 : 587))
  // An IP address is no name that TLS asks for.
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = isTls ? connectTls({ host, port, ...name }) : connectPlain(port, host)
  try {
    let talk = await converse(socket)
    await talk.hear()
    let features = await talk.say('EHLO aman')
    if (!isTls && /STARTTLS/i.test(features)) {
      await talk.say('STARTTLS')
      talk.end()
      talk = await converse(connectTls({ socket, host, ...name }))
      features = await talk.say('EHLO aman')
    }
    if (url.username !== '' && /AUTH.*PLAIN/i.test(features)) {
      const [user, password] = [url.username, url.password].map(decodeURIComponent)
      const token = Buffer.from(`\0${user}\0${password}`).toString('base64')
      await talk.say(`AUTH PLAIN ${token}`, 'AUTH')
    }
    await talk.say(`MAIL FROM:<${envelope.from}>`)
    await talk.say(`RCPT TO:<${envelope.to}>`)
    await talk.say('RSET')
    await talk.say('QUIT')
  } finally {
    socket.destroy()
  }
}

async function converse(socket: Socket) {
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('the mail server is silent')))
  const failed = once(socket, 'close').then(() => {
    throw new Error('the mail server ended the connection')
  })
  const erred = new Promise<never>((_, reject) => socket.once('error', reject))
  // One of them comes in any case, after the conversation too.
  const broken = Promise.race([failed, erred])
  broken.catch(() => {})
  const reader = createInterface({ input: socket })
  const lines = reader[Symbol.asyncIterator]()

  /** All lines of an answer; `250-` announces another one. */
  async function hear(said = 'connecting'): Promise<string> {
    const heard: string[] = []
    for (;;) {
      const { value = '', done } = await Promise.race([lines.next(), broken])
      if (done === true) throw new Error('the mail server ended the connection')
      heard.push(value)
      if (!/^\d{3}-/.test(value)) break
    }
    const answer = heard.join('\n')
    if (/^[23]/.test(answer)) return answer
    throw new SmtpRefusal(`after ${said}: ${answer}`)
  }

  /** @param shown what is said of it in an error, where it holds a secret */
  function say(line: string, shown = line): Promise<string> {
    socket.write(`${line}\r\n`)
    return hear(shown)
  }

  return { hear, say, end: () => reader.close() }
}
