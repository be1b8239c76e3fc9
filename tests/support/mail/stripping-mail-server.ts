import { once } from 'node:events'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'

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
  await once(front.listen(0, '127.0.0.1'), 'listening')
  return {
    heard,
    host: `localhost:${Object(front.address()).port}`,
    conversations: () => conversations,
    close: () => front.close(),
  }
}
