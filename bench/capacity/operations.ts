import type { MailSize, makeMails } from '../judge/mails.ts'
import { countedReports } from '../server/captured-reports.ts'
import { numberPlace, requestText } from '../server/load.ts'
import type { Firm } from './people.ts'

/** What the table of docs/capacity.md has a line for, in its order. */
export const operations = [
  'report',
  'reportOfRspamd',
  'scanInBatch',
  'analysis',
  'firstAnalysis',
  'employeeDashboard',
  'teamDashboard',
  'search',
  'flag',
] as const
export type Operation = (typeof operations)[number]

export interface Requests {
  readonly name: Operation
  readonly requests: readonly string[]
  /** How many scans or views one request is, where it is more than one. */
  readonly each?: number
  /** Of requests in a round; each is made once where it is not given. */
  readonly count?: number
  /** True of what may not be asked beforehand, and not twice. */
  readonly isCold?: boolean
}

const scansOfBatch = 100
type Mails = ReturnType<typeof makeMails>

/** How much is asked. */
export interface Effort {
  readonly rounds: number
  /** Requests of each kind in a round, at most. */
  readonly reports: number
  readonly batches: number
  readonly analyses: number
  readonly reads: number
  readonly flags: number
}

/**
 * Mail, views and flags of all firms in turn. A round writes to each user once: between two checkpoints
 * of a real installation a user gets less than one mail, so that almost every report changes pages of
 * the indexes that none has changed before.
 */
export function requestsOf(firms: readonly Firm[], mails: Mails, most: Effort): Requests[] {
  const people = interleave(
    firms.map((firm) => firm.people.map((person) => ({ ...person, key: firm.key }))),
  )
  const captured = countedReports()
  const scan = (recipient: string, place: number) => ({
    recipient,
    sender: `office@sender-${place % 10_000}.example`,
    subject: 'Minutes of Monday',
    ...(place % 20 === 0 ? threat : { threat_level: 'safe', indicators: [] }),
  })
  const get = (path: string) => (session: string) => requestText('GET', path, { token: session })
  const sessions = people.slice(0, most.reads).map(({ session }) => session)
  return [
    {
      name: 'report',
      requests: people
        .slice(0, most.reports)
        .map(({ key, email }, place) =>
          requestText('POST', '/scans', { token: key, body: scan(email, place) }),
        ),
    },
    {
      name: 'reportOfRspamd',
      requests: people.slice(0, most.reports).map(({ key, email }, place) =>
        requestText('POST', '/rspamd', {
          token: key,
          body: {
            ...captured[place % captured.length],
            rcpt: [email],
            message_id: numberPlace,
          },
        }),
      ),
    },
    {
      name: 'scanInBatch',
      each: scansOfBatch,
      requests: firms.slice(0, most.batches).map((firm) => {
        const scans = Array.from({ length: scansOfBatch }, (_, place) =>
          scan(firm.people[place % firm.people.length]?.email ?? '', place),
        )
        return requestText('POST', '/scans', { token: firm.key, body: { scans } })
      }),
    },
    { name: 'analysis', requests: analysesOf(firms, mails).slice(0, most.analyses) },
    { name: 'employeeDashboard', requests: sessions.map(get('/dashboard/employee')) },
    {
      name: 'teamDashboard',
      requests: firms.map(({ lead }) => get('/dashboard/team')(lead)),
      count: most.reads,
    },
    { name: 'search', requests: sessions.map(get('/messages?q=sender-42')) },
    {
      name: 'flag',
      requests: people.slice(0, most.flags).map(({ session }) =>
        requestText('POST', '/flags/add', {
          token: session,
          body: { flag_type: 'red', value: `sender-${numberPlace}.example` },
        }),
      ),
    },
  ]
}

/** A small mail for each firm. */
export function firstAnalysesOf(firms: readonly Firm[], { small }: Mails): string[] {
  const [mail = Buffer.alloc(0)] = small
  return firms.map(({ analysingKey }) => analysisText(analysingKey, mail))
}

const threat = {
  threat_level: 'suspicious',
  detection_reason: 'The link leads to another address than it says',
  indicators: ['lookalike-domain', 'urgent-language'],
}

/** As `npm run bench:judge` sends them: 90 of 100 up to 50 kB, nine up to 1 MB, one of 10 MB. */
function analysesOf(firms: readonly Firm[], mails: Mails): string[] {
  const sizes = Array.from({ length: 100 }, (_, place): MailSize => {
    if (place === 50) return 'large'
    return place % 11 === 5 ? 'medium' : 'small'
  })
  return sizes.map((size, place) => {
    const mail = mails[size][place % mails[size].length] ?? Buffer.alloc(0)
    return analysisText(firms[place % firms.length]?.analysingKey ?? '', mail)
  })
}

function analysisText(token: string, mail: Buffer): string {
  const text = mail.toString('utf8')
  return [
    'POST /api/analyses HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: message/rfc822',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}

/** The first of each list, then the second of each. */
function interleave<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat()
}
