import { times } from '../../../tests/support/until.ts'
import { openConnection } from '../../../tests/support/wire.ts'
import { isCutWithin, listenTo } from './raw-client.ts'
import type { Judged } from './unclear.ts'

const health = 'GET /api/health HTTP/1.1\r\nHost: a\r\n'
const chunked = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

/** A beginning, and what comes after it without end. */
interface Flood {
  readonly name: string
  readonly start: string
  readonly more: string
  /** A client that still sends when it is cut off may lose the answer. */
  readonly answers: RegExp
}

const endlessSize = 'a chunk size'

/** Larger than any client needs, before or between what counts as a body. */
const headers: readonly (readonly [name: string, start: string, more: string])[] = [
  ['small headers', health, 'a: b\r\n'],
  ['large headers', health, `a: ${'x'.repeat(4000)}\r\n`],
  ['a value', `${health}a: `, 'x'],
  ['the name of a header', health, 'x'],
  ['the same header', health, 'Cookie: a=b\r\n'],
  ['a path', 'GET /api/health/', 'x'],
  ['a query', 'GET /api/health?', 'a=b&'],
  ['a method', 'X', 'X'],
  ['trailers', `${chunked}0\r\n`, 'a: b\r\n'],
  ['a chunk extension', `${chunked}1;`, 'x'],
  [endlessSize, chunked, '0'],
  ['requests of nothing', '', 'X\r\n\r\n'],
]

export const headerFloods: readonly Flood[] = headers.map(([name, start, more]) => ({
  name,
  start,
  more,
  answers: /^(?:4\d\d)?$/,
}))

const endless = `10000\r\n${' '.repeat(0x10000)}\r\n`
const long = 'Content-Length: 999999999999999\r\n\r\n'

/** Bodies that never end, to calls that read them and to those that do not. */
export const bodyFloods: readonly Flood[] = [
  ...['POST /api/auth/login', 'POST /api/flags/add', 'POST /api/nothing', 'POST /login'],
  ...['GET /api/health', 'GET /login', 'DELETE /api/flags/remove/x'],
].flatMap((call) => {
  const head = `${call} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
  const more = ' '.repeat(0x10000)
  const answers = call.startsWith('GET') ? /^(?:100 ?)?(?:200|404)?$/ : /^(?:100 ?)?(?:4\d\d)?$/
  const inChunks = `${head}Transfer-Encoding: chunked\r\n\r\n`
  return [
    { name: `${call} in chunks`, start: inChunks, more: endless, answers },
    { name: `${call} with a length`, start: head + long, more, answers },
    { name: `${call} after 100`, start: `${head}Expect: 100-continue\r\n${long}`, more, answers },
  ]
})

const floodMs = 8000
const atOnce = 24
/** Headers get 10 seconds at most, and bodies that are not read half a second after the answer. */
const longestMs = 12_000
/** Digits of a size are no body yet, so that only the whole request's 30 seconds end them. */
const longestRequestMs = 36_000
/** All of them together are as fast as a line of 200 Mbit/s. */
const packetBytes = 0x10000
const packetMs = 63

/** Pours every flood again and again, until time is up, some at once. */
export async function pour(port: number, floods: readonly Flood[]): Promise<Judged> {
  const end = performance.now() + floodMs
  const problems: string[] = []
  let tried = 0
  await times(atOnce, async () => {
    while (performance.now() < end || tried < floods.length) {
      const flood = floods[tried % floods.length]
      tried += 1
      if (flood !== undefined) problems.push(...(await pourOne(port, flood)))
    }
  })
  return { tried, problems }
}

async function pourOne(port: number, { name, start, more, answers }: Flood): Promise<string[]> {
  const socket = await openConnection(port)
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
