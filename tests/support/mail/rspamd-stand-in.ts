import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'

export interface ScanRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly disabled: readonly string[]
}

interface StandIn extends AsyncDisposable {
  readonly url: string
  /** The scans of mail, without those that only ask which rules run. */
  readonly scans: ScanRequest[]
  readonly probes: ScanRequest[]
  /** Rules that pass mail on, unless they are disabled. */
  exporters: string[]
  /** Its answer beside the profile, or its misbehaviour. */
  answer: object | ((response: ServerResponse) => void | Promise<void>)
}

const settings = v.object({ symbols_disabled: v.array(v.string()) })

export const harmless = { action: 'no action', symbols: { MIME_GOOD: { score: -0.1 } } }

/** Answers as rspamd does, or as a test wants it to. */
export async function startRspamdStandIn(): Promise<StandIn> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { symbols_disabled: disabled } = v.parse(
      settings,
      JSON.parse(String(request.headers.settings)),
    )
    const isProbe = body.includes('@aman.invalid')
    const list = isProbe ? standIn.probes : standIn.scans
    list.push({ headers: request.headers, body, disabled })
    const ran = standIn.exporters.filter((name) => !disabled.includes(name))
    const profile = Object.fromEntries(['MIME_GOOD', ...ran].map((name) => [name, 0.1]))
    const { answer } = standIn
    if (typeof answer === 'function' && !isProbe) return answer(response)
    const said = typeof answer === 'function' ? harmless : answer
    response.end(JSON.stringify({ profile, ...said }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('it listens on a port')
  const standIn: StandIn = {
    url: `http://127.0.0.1:${address.port}`,
    scans: [],
    probes: [],
    exporters: [],
    answer: harmless,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}
