import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { startDnsStub } from '../../tools/mail-lab/dns-stub.ts'
import { freePorts } from '../../tools/mail-lab/free-ports.ts'
import { findProgram } from '../../tools/mail-lab/programs.ts'
import { prepareRspamd } from '../../tools/mail-lab/rspamd.ts'
import { startKeeper } from '../../tools/mail-lab/start-keeper.ts'

const suffixes = '/usr/share/rspamd/effective_tld_names.dat'
/** Its first start compiles all suffixes of domains. */
const longestStartMs = 300_000
const atOnce = 4

/** Modules that ask the DNS would hold its silence against honest mail. */
const modulesWithDns = [
  'arc',
  'asn',
  'dkim',
  'dmarc',
  'fuzzy_check',
  'hfilter',
  'mx_check',
  'rbl',
  'spf',
]

const files = {
  ...Object.fromEntries(
    modulesWithDns.map((name) => [`local.d/${name}.conf`, 'enabled = false;\n'] as const),
  ),
  // The mails are older than the day on which they are measured, and no host of theirs has a name.
  'local.d/headers_group.conf': `symbols {
  "DATE_IN_PAST" { weight = 0; }
  "RDNS_NONE" { weight = 0; }
}
`,
}

/** From this action on, readers see that rspamd warns of a mail. */
const marking = ['add header', 'rewrite subject', 'reject']

const answerSchema = v.object({ score: v.number(), action: v.string() })

interface Scored {
  readonly score: number
  readonly isMarked: boolean
}

export interface Rspamd extends AsyncDisposable {
  readonly version: string
  check(mails: readonly Uint8Array[]): Promise<Scored[]>
}

/** The rspamd of this machine with the settings of its package, on loopback and without the DNS. */
export async function startRspamd(): Promise<Rspamd> {
  const program = findProgram('rspamd')
  if (program === undefined)
    throw new Error('rspamd is not installed. Debian: apt-get install rspamd')
  const printed = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const version = /\d+(?:\.\d+)+/.exec(printed)?.[0] ?? printed.trim()
  await using started = new AsyncDisposableStack()
  const dns = started.use(await startDnsStub({}))
  const keeper = started.use(await startKeeper([]))
  const [normal = 0, controller = 0, proxy = 0] = await freePorts(3)
  const ports = { normal, controller, proxy }
  await keeper.obey(
    await prepareRspamd(keeper, { program, ports, dnsPort: dns.port, files, suffixes }),
  )
  const origin = `http://127.0.0.1:${normal}`
  await answers(origin)
  const parts = started.move()
  return {
    version,
    async check(mails) {
      const scored: Scored[] = []
      const left = mails.entries()
      const work = async () => {
        for (const [at, mail] of left) scored[at] = await checkOne(origin, mail)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      return scored
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function checkOne(origin: string, mail: Uint8Array): Promise<Scored> {
  const response = await fetch(`${origin}/checkv2`, { method: 'POST', body: Buffer.from(mail) })
  if (!response.ok) throw new Error(`rspamd answered ${response.status}`)
  const { score, action } = v.parse(answerSchema, await response.json())
  return { score, isMarked: marking.includes(action) }
}

/** @throws Error if rspamd does not answer in time */
async function answers(origin: string): Promise<void> {
  const end = performance.now() + longestStartMs
  for (;;) {
    const isThere = await fetch(`${origin}/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    if (performance.now() > end) throw new Error('rspamd did not start')
    await setTimeout(50)
  }
}
