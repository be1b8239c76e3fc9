import { setTimeout } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { readyEndpoint } from '../../../contract/core/ready.ts'
import { secondMs } from '../../core/clock.ts'
import { type Configuration, localAddress } from '../../core/configuration.ts'
import {
  type DoctorReport,
  doctorHeader,
  doctorReport,
  fingerprintSettings,
  makeDoctorToken,
} from '../../http/doctor-token.ts'
import { notOffered } from '../../sign-in/show-capabilities.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

const timeoutMs = 10 * secondMs

export type Asked =
  /** Nothing answers. */
  | { readonly is: 'silent'; readonly cause: unknown }
  | { readonly is: 'another program'; readonly status: number }
  /** Without a report it does not know the secret of the database. */
  | { readonly is: 'Aman'; readonly answer: Response; readonly report: DoctorReport | undefined }

/**
 * Asks whether Aman answers at an address, and what it sees of the request.
 * @param secret of the database; undefined where it cannot be read
 */
export async function askServer(
  origin: string,
  secret: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  const token = secret === undefined ? {} : { [doctorHeader]: makeDoctorToken(secret, new Date()) }
  let answer: Response
  let body: unknown
  try {
    answer = await fetch(`${origin}/api/health`, {
      headers: { ...headers, ...token },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    body = await answer.json().catch(() => undefined)
  } catch (cause) {
    return { is: 'silent', cause }
  }
  if (Object(body).status !== 'ok') return { is: 'another program', status: answer.status }
  const read = v.safeParse(doctorReport, Object(body).doctor)
  return { is: 'Aman', answer, report: read.success ? read.output : undefined }
}

/** Longer than the judge of the server may take for a mail. */
const longestMs = 15 * secondMs
const everyMs = 200

/** Asks the running server, because its judge runs in its sandbox and this command does not. */
export async function checkJudge(configuration: Configuration): Promise<Finding> {
  const address = localAddress(configuration)
  const signal = AbortSignal.timeout(longestMs)
  try {
    let health = await ask(address, signal)
    while (health === 'untried') {
      await setTimeout(everyMs, undefined, { signal })
      health = await ask(address, signal)
    }
    if (health === 'works') return well('The judge of the server judges mail')
    const mend =
      'Look for the reason in the log of the server, free memory if it lacks, and restart the server.'
    return wrong('The judge of the server fails: no mail is judged or marked', mend)
  } catch {
    return leftOut(`The judge: no ready server at ${address}`)
  }
}

async function ask(address: string, signal: AbortSignal) {
  const answer = await fetch(`${address}/api/ready`, { signal })
  return v.parse(readyEndpoint.output, await answer.json()).judge
}

/** Networks that the internet does not reach. */
const closed = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** The figures have no password, so only Prometheus may reach them. */
export function checkMetricsAddress({ metricsAddress }: Configuration): Finding {
  if (metricsAddress === null) return leftOut('METRICS_ADDRESS is not set')
  const { host } = metricsAddress
  return closed.has(ipaddr.process(host).range())
    ? well(`METRICS_ADDRESS: ${host} is no public address`)
    : wrong(
        `METRICS_ADDRESS: ${host} may be reached from the internet, and asks for no password`,
        'Take 127.0.0.1, or an address of the network that Prometheus is in.',
      )
}

/**
 * Whether the server of this machine runs, with the settings and the database that this command has.
 * @param secret of the database; undefined where it cannot be read
 */
export async function checkServer(
  configuration: Configuration,
  secret: string | undefined,
): Promise<Finding> {
  if (configuration.port === 0) return leftOut('The server: PORT is 0, so it picks one itself')
  const address = localAddress(configuration)
  const asked = await askServer(address, secret)
  if (asked.is === 'silent') {
    return wrong(
      `No server answers at ${address}: ${reasonOf(asked.cause)}`,
      'Start it: systemctl start aman. If it does not stay up, its log says why: journalctl --unit aman',
    )
  }
  if (asked.is === 'another program') {
    return wrong(
      `Another program has the port of the server: ${address} is not Aman`,
      `Stop it (as root, ss -ltnp 'sport = :${configuration.port}' names it), or set PORT to another one, here and in the proxy.`,
    )
  }
  if (secret === undefined) return well(`A server answers at ${address}`)
  if (asked.report === undefined) {
    return wrong(
      `The server at ${address} has another database than this command, or another version`,
      `Restart it with these settings: ${restart}`,
    )
  }
  const { settings } = asked.report
  const differing = Object.entries(fingerprintSettings(secret, process.env)).flatMap(
    ([name, value]) => (settings[name] === value ? [] : name),
  )
  if (differing.length === 0) return well(`The server at ${address} has these settings`)
  return wrong(
    `The server at ${address} has other values of ${differing.join(', ')}`,
    `It read the settings before they were changed: ${restart}. Or run this command with the settings of the server.`,
  )
}

const restart = 'systemctl restart aman'

/** Features that users will not find, because a setting is missing; it may be meant so. The key has a check of its own. */
export function checkOffers(configuration: Configuration): readonly Finding[] {
  return notOffered({ ...configuration, hasKey: true }).map(({ what, needs }) =>
    leftOut(`Not offered: ${what}, which need ${needs}`),
  )
}
