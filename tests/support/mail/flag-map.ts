import type { FlagType } from '../../../contract/flags/flag.ts'
import { createApp } from '../../../server/app.ts'
import type { TestServer } from '../server/server.ts'
import { makeGatewayKey } from '../worlds/mail-factories.ts'

export interface MapAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Without the comment. */
  readonly lines: readonly string[]
  readonly etag: string
  /** The tables that the answer was read from, one for each query. */
  readonly queried: readonly string[]
  /** The most rows that one query returned. */
  readonly mostRows: number
}

interface MapOptions {
  readonly key?: string
  readonly method?: 'GET' | 'HEAD'
  readonly headers?: Record<string, string>
}

/** rspamd's map of an organization's flags. */
export async function readMap(
  server: TestServer,
  organizationId: string,
  flagType: FlagType,
  { key, method = 'GET', headers = {} }: MapOptions = {},
): Promise<MapAnswer> {
  const given = key ?? (await makeGatewayKey(server, organizationId, 'flags'))
  const queried: string[] = []
  let mostRows = 0
  const database = server.database.withPlugin({
    transformQuery({ node }) {
      const table = /"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(
        JSON.stringify(node),
      )
      queried.push(`${node.kind.replace('QueryNode', '').toLowerCase()} ${table?.[1]}`)
      return node
    },
    async transformResult({ result }) {
      mostRows = Math.max(mostRows, result.rows.length)
      return result
    },
  })
  const answer = await createApp({ ...server.services, database }).request(
    `/api/rspamd/flags/${flagType}`,
    { method, headers: { authorization: `Bearer ${given}`, ...headers } },
  )
  const text = await answer.text()
  return {
    ...{ status: answer.status, headers: answer.headers, text, queried, mostRows },
    lines: text.split('\n').slice(1, -1),
    etag: answer.headers.get('etag') ?? '',
  }
}
