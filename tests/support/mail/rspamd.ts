import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import type { ReportedSymbol, RspamdReport } from '../../../contract/gateways/take-rspamd-report.ts'
import { listenLocally } from '../listen-locally.ts'

/** A report as rspamd's exporter sends it; a test says what matters. */
export function makeReport(
  overrides: Partial<Record<keyof RspamdReport, unknown>> = {},
): Record<string, unknown> {
  return {
    action: 'no action',
    symbols: [],
    rcpt: [],
    from: 'someone@sender.example',
    header_from: ['Some One <someone@sender.example>'],
    subject: 'A subject',
    header_subject: ['A subject'],
    message_id: 'id-1@sender.example',
    qid: 'Q1',
    user: 'unknown',
    score: 1.5,
    ip: '198.51.100.7',
    fuzzy: [],
    scan_time: 20,
    rspamd_server: 'mx',
    header_date: ['Sat, 21 Nov 2026 17:30:51 +0000'],
    header_to: ['rania@firm.example'],
    ...overrides,
  }
}

export function makeSymbol(name: string, overrides: Partial<ReportedSymbol> = {}): ReportedSymbol {
  return { name, score: 1, group: '', options: [], ...overrides }
}

/** DMARC passed for the sender of `makeReport`. */
export const dmarcPassed = makeSymbol('DMARC_POLICY_ALLOW', {
  score: -0.5,
  group: 'policies',
  options: ['sender.example', 'reject'],
})

interface ScanRequest {
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
  const listening = await listenLocally(server)
  const standIn: StandIn = {
    ...listening,
    url: `http://127.0.0.1:${listening.port}`,
    scans: [],
    probes: [],
    exporters: [],
    answer: harmless,
  }
  return standIn
}
