import { createServer } from 'node:net'
import { listenLocally } from '../listen-locally.ts'

/** Faults between a browser and a server, by the words of a test's title. */
export const faults = {
  'a 500': answer(500, 'text/plain', 'Internal Server Error'),
  'a 502': answer(502, 'text/html', '<h1>Bad gateway</h1>'),
  'a 503': answer(503, 'text/plain', ''),
  'a 429': answer(429, 'application/json', '{}'),
  'a web page': answer(200, 'text/html', '<!doctype html><title>Hotel Wi-Fi</title>'),
  nothing: answer(200, 'application/json', ''),
  'half an answer': answer(200, 'application/json', '{"success":true,"flags":[{"id":1,'),
  'a text': answer(200, 'application/json', '"done"'),
  'a number': answer(200, 'application/json', '5'),
  'a list': answer(200, 'application/json', '[5]'),
  'a connection cut before the answer': '',
  'a connection cut in the middle': answer(200, 'application/json', '{"success":true}', 1000),
} as const

export type Fault = keyof typeof faults

export const faultNames = Object.keys(faults).filter((name): name is Fault => name in faults)

function answer(status: number, type: string, body: string, length = body.length): string {
  return `HTTP/1.1 ${status} Fault\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`
}

export interface FaultyServer extends AsyncDisposable {
  readonly url: string
  /** The fault of every request from now on. */
  fault: Fault
}

/** A server on a real socket, for a cut connection cannot be had from one that keeps to HTTP. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const faulty = { fault: faultNames[0] ?? 'a 500' }
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (isWhole(received)) socket.end(faults[faulty.fault])
    })
  })
  const listening = await listenLocally(server)
  return Object.assign(faulty, { ...listening, url: `http://127.0.0.1:${listening.port}` })
}

/** An answer to half a request would be a cut connection of its own. */
function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n')
  const length = Number(/^content-length: (\d+)/im.exec(request)?.[1] ?? 0)
  return end >= 0 && request.length >= end + 4 + length
}
