import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenLocally } from '../listen-locally.ts'

interface Report {
  readonly action: string
  readonly rcpt: readonly string[]
  readonly symbols: readonly { readonly name: string; readonly options?: readonly string[] }[]
}

/** A question about flags, as a proxy in front of Aman sees it. */
interface Look {
  readonly url: string | undefined
  readonly authorization: string | undefined
  /** The tag that rspamd has already. */
  readonly tag: string | undefined
}

interface Flags {
  readonly red: readonly string[]
  readonly green: readonly string[]
  /** For a key of the operator. */
  readonly domains?: readonly string[]
}

/** Takes rspamd's reports and gives out flags, as Aman does, and shows what was said. */
export async function startStandIn(flags: Flags, port = 0) {
  const state = { reports: [] as Report[], looks: [] as Look[] }
  const server = createServer((request, answer) => {
    const { url, headers } = request
    text(request).then((body) => {
      if (url === '/api/rspamd') state.reports.push(JSON.parse(body))
      const { authorization, 'if-none-match': known } = headers
      if (url?.startsWith('/api/rspamd/')) state.looks.push({ url, authorization, tag: known })
      const map = url?.split('/').at(-1)
      const { red, green, domains = [] } = flags
      const lines = map === 'red' ? red : map === 'domains' ? domains : green
      const tag = JSON.stringify(hash('sha256', lines.join(' ')))
      answer.setHeader('etag', tag)
      answer.setHeader('expires', new Date(Date.now() + 1000).toUTCString())
      answer.statusCode = known === tag ? 304 : 200
      const quoted = lines.map((line) => (line.includes('#') ? `"${line}"` : line))
      answer.end(answer.statusCode === 304 ? undefined : `# Aman: flags\n${quoted.join('\n')}\n`)
    }, console.error)
  })
  const listening = await listenLocally(server, port)
  return Object.assign(state, { ...listening, origin: `http://127.0.0.1:${listening.port}` })
}
