import { isCutWithin, listenTo, openRaw } from './raw-client.ts'
import type { Judged } from './unclear.ts'

const health = 'GET /api/health HTTP/1.1\r\nHost: a\r\n'
const chunked = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

/** A beginning, and what comes after it without end. */
interface Flood {
  readonly name: string
  readonly start: string
  readonly more: string
  /** What may be answered; whoever still sends when they are cut off may lose it. */
  readonly answers: RegExp
}

const endlessSize = 'a chunk size'
const refused = /^(?:4\d\d)?$/

/** What is larger than anybody needs, before or between what counts as a body. */
export const headerFloods: readonly Flood[] = [
  { name: 'small headers', start: health, more: 'a: b\r\n', answers: refused },
  { name: 'large headers', start: health, more: `a: ${'x'.repeat(4000)}\r\n`, answers: refused },
  { name: 'a value', start: `${health}a: `, more: 'x', answers: refused },
  { name: 'the name of a header', start: health, more: 'x', answers: refused },
  { name: 'the same header', start: health, more: 'Cookie: a=b\r\n', answers: refused },
  { name: 'a path', start: 'GET /api/health/', more: 'x', answers: refused },
  { name: 'a query', start: 'GET /api/health?', more: 'a=b&', answers: refused },
  { name: 'a method', start: 'X', more: 'X', answers: refused },
  { name: 'trailers', start: `${chunked}0\r\n`, more: 'a: b\r\n', answers: refused },
  { name: 'a chunk extension', start: `${chunked}1;`, more: 'x', answers: refused },
  { name: endlessSize, start: chunked, more: '0', answers: refused },
  { name: 'requests of nothing', start: '', more: 'X\r\n\r\n', answers: refused },
]

const endless = `10000\r\n${' '.repeat(0x10000)}\r\n`
const json = 'Content-Type: application/json\r\n'
const long = 'Content-Length: 999999999999999\r\n\r\n'
const pieces = 'Transfer-Encoding: chunked\r\n\r\n'

/** Bodies that never end, to calls that read them and to those that do not. */
export const bodyFloods: readonly Flood[] = [
  ...['POST /api/auth/login', 'POST /api/flags/add', 'POST /api/nothing', 'POST /login'],
  ...['GET /api/health', 'GET /login', 'DELETE /api/flags/remove/x'],
].flatMap((call) => {
  const head = `${call} HTTP/1.1\r\nHost: a\r\n${json}`
  const more = ' '.repeat(0x10000)
  const answers = call.startsWith('GET') ? /^(?:100 ?)?(?:200|404)?$/ : /^(?:100 ?)?(?:4\d\d)?$/
  return [
    { name: `${call} in chunks`, start: head + pieces, more: endless, answers },
    { name: `${call} with a length`, start: head + long, more, answers },
    { name: `${call} after 100`, start: `${head}Expect: 100-continue\r\n${long}`, more, answers },
  ]
})

const atOnce = 24
/** Headers get 10 seconds at most, and bodies that nobody reads half a second after the answer. */
const longestMs = 12_000
/** Digits of a size are no body yet, so that only the whole request's 30 seconds end them. */
const longestRequestMs = 36_000
/** All of them together are as fast as a line of 200 Mbit/s. */
const packetBytes = 0x10000
const packetMs = 63

/** Pours every flood again and again, until time is up, some at once. */
export async function pour(port: number, floods: readonly Flood[], ms: number): Promise<Judged> {
  const until = performance.now() + ms
  const problems: string[] = []
  let tried = 0
  const pourOn = async () => {
    while (performance.now() < until || tried < floods.length) {
      const flood = floods[tried % floods.length]
      tried += 1
      if (flood !== undefined) problems.push(...(await pourOne(port, flood)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, pourOn))
  return { tried, problems }
}

async function pourOne(port: number, { name, start, more, answers }: Flood): Promise<string[]> {
  const socket = await openRaw(port)
  const heard = listenTo(socket)
  const packet = Buffer.from(more.repeat(Math.ceil(packetBytes / more.length)), 'latin1')
  socket.write(Buffer.from(start, 'latin1'))
  const timer = setInterval(() => {
    if (!socket.writableNeedDrain) socket.write(packet)
  }, packetMs)
  const isCut = await isCutWithin(socket, name === endlessSize ? longestRequestMs : longestMs)
  clearInterval(timer)
  if (!isCut) return [`${name} was not cut off`]
  return answers.test(heard.statuses()) ? [] : [`${name}: ${heard.statuses()}`]
}
