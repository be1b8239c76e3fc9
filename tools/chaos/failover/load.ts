import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { openPlace } from '../../../tests/support/browser/place.ts'
import {
  askSupport,
  keepFlags,
  Ledger,
  prepareFirms,
  reportMail,
  type Writer,
  type Writing,
} from '../../../tests/support/crash/writers.ts'
import { type Client, openClient, Unavailable } from '../../../tests/support/server/client.ts'
import { until } from '../../../tests/support/until.ts'
import { makeUser } from '../../../tests/support/worlds/factories.ts'
import { makeGatewayKey } from '../../../tests/support/worlds/mail-factories.ts'

export type Load = Awaited<ReturnType<typeof startLoad>>

const pauseMs = 100
const user = { username: 'signs-in-meanwhile', password: 'violet kettle drum' }
const signedIn = v.object({ access_token: v.string() })
const mail = Buffer.from(
  'From: a@b.example\r\nTo: c@firm.example\r\nSubject: Hello\r\n\r\nSee you.\r\n',
)
const worksMs = 90_000

/** Reports, analyses, sign-ins, flags and requests for support, one after the other each. */
export async function startLoad(url: string, databaseUrl: string) {
  const ledger = new Ledger()
  const writing: Writing = { ...(await prepareFirms(databaseUrl)), ledger }
  const analysing = await prepareUser(databaseUrl, writing.other.organizationId)
  /** By the clock of `performance`. */
  const calls: { kind: string; endedAt: number; ms: number; status: number }[] = []
  /** Failures that are none of the expected. */
  const unexpected: string[] = []
  /** Signs of sign-ins that were acknowledged. */
  const tokens: string[] = []
  const signIn: Writer = async ({ call }) => {
    const answer = await call('POST', '/auth/login', '', user)
    tokens.push(v.parse(signedIn, answer).access_token)
  }
  const analyse: Writer = ({ call }) => call('POST', '/analyses', analysing, mail).then(() => {})
  const kinds = {
    report: reportMail,
    analysis: analyse,
    'sign-in': signIn,
    flag: keepFlags,
    request: askSupport,
  }
  const stopping = new AbortController()
  const running = Object.entries(kinds).map(async ([kind, task]) => {
    using client = openClient(url)
    const call: Client['call'] = async (method, path, token, body, idempotencyKey) => {
      const started = performance.now()
      const { status, text } = await client.send(method, path, {
        ...(token === '' ? {} : { token }),
        body,
        headers: {
          ...(path === '/analyses' && { 'content-type': 'message/rfc822' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
      })
      const endedAt = performance.now()
      calls.push({ kind, endedAt, ms: endedAt - started, status })
      if (status === 200) return JSON.parse(text)
      if (status === 503) throw new Unavailable(path)
      throw new Error(`${method} ${path}: ${status} ${text}`)
    }
    while (!stopping.signal.aborted) {
      await task({ ...writing, call }).catch((cause: unknown) => {
        if (!(cause instanceof Unavailable)) unexpected.push(String(cause))
      })
      await setTimeout(pauseMs)
    }
  })
  return {
    ledger,
    calls,
    unexpected,
    tokens,
    /** Every kind of call has been answered well since. */
    worksSince(moment: number) {
      const works = (call: (typeof calls)[number]) =>
        call.status === 200 && call.endedAt - call.ms > moment
      const working = () => new Set(calls.filter(works).map(({ kind }) => kind))
      return until(() => working().size === running.length, { mostMs: worksMs })
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** @returns a key that may analyse */
async function prepareUser(databaseUrl: string, organizationId: string): Promise<string> {
  await using place = await openPlace(databaseUrl)
  await makeUser(place, user)
  return await makeGatewayKey(place, organizationId, 'analyse')
}
