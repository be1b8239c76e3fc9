import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { times } from '../../../tests/support/until.ts'
import { openConnection } from '../../../tests/support/wire.ts'
import { isCutWithin, listenTo } from './raw-client.ts'
import type { Judged } from './unclear.ts'

const atOnce = 300
/** Fewer: of each of their answers the system holds 4 MB, which have to be made first. */
const readersAtOnce = 30
const byteMs = 700
/** Beyond what the server allows, for a machine that is busy otherwise. */
const slackMs = 8000

const okay = 'HTTP/1.1 200'
const headers = 'GET /api/health HTTP/1.1\r\nHost: a\r\nX-Slow: '
const body =
  'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'

/** Of each kind as many clients at once as it takes, by the row's fault. */
export function slowClients(port: number, token: string): Record<string, Promise<Judged>> {
  const list = `GET /api/admin/users HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`
  return {
    // The server gives 10 seconds for headers, and looks every second.
    'headers byte by byte': crowd(atOnce, () => expectCut(port, headers, 11_000, trickle)),
    // The server gives 30 seconds for a whole request.
    'bodies byte by byte': crowd(atOnce, () => expectCut(port, body, 31_000, trickle)),
    'bodies shorter than they say': crowd(atOnce, () => expectCut(port, body, 31_000, () => {})),
    // The server gives twice 40 seconds for taking anything more of what it has made.
    'lists that are asked for and never read': crowd(readersAtOnce, () =>
      ignoreAnswer(port, list, 100_000),
    ),
  }
}

async function crowd(size: number, attack: () => Promise<string[]>): Promise<Judged> {
  return { tried: size, problems: (await times(size, attack)).flat() }
}

function trickle(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), byteMs)
  socket.once('close', () => clearInterval(timer))
}

async function expectCut(
  port: number,
  start: string,
  mostMs: number,
  goOn: (socket: Socket) => void,
): Promise<string[]> {
  const socket = await openConnection(port)
  const heard = listenTo(socket)
  socket.write(start)
  goOn(socket)
  if (!(await isCutWithin(socket, mostMs + slackMs))) return ['was not cut off']
  const statuses = heard.statuses()
  return statuses === '408' || statuses === '' ? [] : [`was answered ${statuses}`]
}

/** A client that does not read does not see the end either: what can be read afterwards tells. */
async function ignoreAnswer(port: number, request: string, mostMs: number): Promise<string[]> {
  const socket = await openConnection(port)
  socket.pause()
  socket.write(request)
  await setTimeout(mostMs + slackMs)
  let first = ''
  let last = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    first = (first + text).slice(0, okay.length)
    last = (last + text).slice(-5)
  })
  socket.resume()
  const isCut = await isCutWithin(socket, slackMs)
  if (first !== okay) return [`was answered ${first}`]
  return isCut && last !== '0\r\n\r\n' ? [] : ['was waited for']
}
