import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { text } from 'node:stream/consumers'

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** One request over HTTP/2 and TLS, as a browser makes it; the certificate is the test's own. */
export async function askOverHttp2(
  port: number,
  host: string,
  path: string,
  sent: Sent = {},
): Promise<Answer> {
  const session = connect(`https://127.0.0.1:${port}`, {
    rejectUnauthorized: false,
    servername: host,
  })
  // Its streams fail with it, and say so.
  session.on('error', () => {})
  try {
    return await askOn(session, host, { ':path': path, ...sent.headers }, sent.body)
  } finally {
    session.close()
  }
}

/** @param headers those that begin with a colon among them */
export async function askOn(
  session: ClientHttp2Session,
  host: string,
  headers: Readonly<Record<string, string>>,
  body?: Uint8Array,
): Promise<Answer> {
  const stream = session.request(
    { ':authority': host, ...headers },
    { endStream: body === undefined },
  )
  if (body !== undefined) stream.end(body)
  const answered = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.once('response', resolve).once('error', reject)
    stream.once('close', () => reject(new Error('no answer')))
  })
  const answer = await answered
  return { status: Number(answer[':status']), headers: answer, body: await text(stream) }
}
