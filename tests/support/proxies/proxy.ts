import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import {
  type ClientHttp2Session,
  connect as connectOverHttp2,
  type IncomingHttpHeaders,
} from 'node:http2'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { rulesOfUnknownSite } from '../../../hosting/headers.ts'
import { formatNginx } from '../../../hosting/nginx.ts'
import { isExecutable } from '../../../tools/find-program.ts'
import { freePorts } from '../../../tools/mail-lab/free-ports.ts'
import { makeCertificate } from '../server/certificate.ts'

/** A reverse proxy of this machine on free ports of 127.0.0.1, with a certificate of its own. */
export interface RunningProxy extends AsyncDisposable {
  readonly httpPort: number
  readonly httpsPort: number
  /** Its output, warnings and errors. */
  readonly output: () => string
}

/** The places that a configuration has to name. */
export interface Place {
  readonly folder: string
  readonly httpPort: number
  readonly httpsPort: number
  /** Certificate and key, apart and in one file. */
  readonly certificate: string
  readonly key: string
  readonly both: string
}

/** @param site settings for nginx's `http` context */
export function startNginx(
  program: string,
  folder: string,
  site: (place: Place) => string,
): Promise<RunningProxy> {
  return startProxy(folder, async (place) => {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const file = join(folder, 'nginx.conf')
    await writeFile(
      file,
      `daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
events {}
http {
  access_log off;
  types { text/html html; text/javascript js; image/svg+xml svg; text/plain txt; application/json json; }
  ${paths.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n  ')}
${site(place)}
}
`,
    )
    return [program, '-p', folder, '-c', file, '-e', 'stderr']
  })
}

/** @param settings a whole configuration */
export function startHaproxy(
  program: string,
  folder: string,
  settings: (place: Place) => string,
): Promise<RunningProxy> {
  return startProxy(folder, async (place) => {
    const file = join(folder, 'haproxy.cfg')
    await writeFile(file, settings(place))
    return [program, '-db', '-f', file]
  })
}

async function startProxy(
  folder: string,
  prepare: (place: Place) => Promise<readonly string[]>,
): Promise<RunningProxy> {
  await mkdir(folder, { recursive: true })
  const { cert, key } = await makeCertificate()
  const [httpPort = 0, httpsPort = 0] = await freePorts(2)
  const place = {
    folder,
    httpPort,
    httpsPort,
    certificate: join(folder, 'certificate.pem'),
    key: join(folder, 'key.pem'),
    both: join(folder, 'both.pem'),
  }
  await writeFile(place.certificate, cert)
  await writeFile(place.key, key)
  await writeFile(place.both, `${cert}\n${key}`)
  const [program = '', ...parameters] = await prepare(place)
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  while (!(await isOpen(httpsPort))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`)
    await setTimeout(20)
  }
  return {
    httpPort,
    httpsPort,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Debian keeps them off the PATH of people who are not root. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin']

/** @returns the path of a reverse proxy, or a pooler; undefined where it is not installed */
export function findProxy(name: 'nginx' | 'haproxy' | 'pgbouncer'): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...onPath, ...systemFolders].map((folder) => join(folder, name)).find(isExecutable)
}

export const host = 'aman.example'
const operations = join(import.meta.dirname, '../../../docs/operations.md')

/** The example of the document with other ports and paths. */
export async function haproxySettings(ports: readonly [number, number]) {
  const document = await readFile(operations, 'utf8')
  const example = /```haproxy\n(.*?)```/s.exec(document)?.[1] ?? ''
  return (place: Place) =>
    example
      .replace('bind :80', `bind 127.0.0.1:${place.httpPort}`)
      .replace('bind :443', `bind 127.0.0.1:${place.httpsPort}`)
      .replace('/etc/haproxy/aman.pem', place.both)
      .replace('192.0.2.11:4321', `127.0.0.1:${ports[0]}`)
      .replace('192.0.2.12:4321', `127.0.0.1:${ports[1]}`)
}

/** The printed settings with other ports and paths. */
export function nginxSettings(folder: string, ports: readonly [number, number]) {
  return (place: Place) =>
    formatNginx(rulesOfUnknownSite, folder, host)
      .replace('listen 80;', `listen 127.0.0.1:${place.httpPort};`)
      .replace('listen 443 ', `listen 127.0.0.1:${place.httpsPort} `)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${place.certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${place.key};`)
      .replace(
        /server 127\.0\.0\.1:4321 (.*);/,
        ports.map((port) => `server 127.0.0.1:${port} $1;`).join('\n'),
      )
}

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
  const session = connectOverHttp2(`https://127.0.0.1:${port}`, {
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
