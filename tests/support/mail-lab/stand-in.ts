import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

interface Report {
  readonly action: string
  readonly rcpt: readonly string[]
  readonly symbols: readonly { readonly name: string; readonly options?: readonly string[] }[]
}

interface Flags {
  readonly red: readonly string[]
  readonly green: readonly string[]
  /** For a key of the operator. */
  readonly domains?: readonly string[]
}

/** Takes rspamd's reports and gives out flags, as Aman does, and shows what was said. */
export async function startStandIn(flags: Flags) {
  const state = { reports: [] as Report[] }
  const server = createServer((request, answer) => {
    text(request).then((body) => {
      if (request.url === '/api/rspamd') state.reports.push(JSON.parse(body))
      const map = request.url?.split('/').at(-1)
      const { red, green, domains = [] } = flags
      const lines = map === 'red' ? red : map === 'domains' ? domains : green
      const tag = JSON.stringify(hash('sha256', lines.join(' ')))
      answer.setHeader('etag', tag)
      answer.setHeader('expires', new Date(Date.now() + 1000).toUTCString())
      answer.statusCode = request.headers['if-none-match'] === tag ? 304 : 200
      const quoted = lines.map((line) => (line.includes('#') ? `"${line}"` : line))
      answer.end(answer.statusCode === 304 ? undefined : `# Aman: flags\n${quoted.join('\n')}\n`)
    }, console.error)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return Object.assign(state, {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  })
}
