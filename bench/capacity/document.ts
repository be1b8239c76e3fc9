import { table } from '../../tests/support/browser/table.ts'
import { type Operation, operations } from './operations.ts'
import { assumptions, bytesOf, type CapacityPlan, type Limit, planFor } from './plan.ts'
import type { Cost, MeasuredSize, Results } from './results.ts'

export const documentFile = new URL('../../docs/capacity.md', import.meta.url)

/** Of the table of machines. */
const plannedScansPerDay = [1_000_000, 10_000_000, 100_000_000] as const

const begin = '<!-- npm run bench:capacity writes what follows -->'
const end = '<!-- npm run bench:capacity wrote what precedes -->'

const operationNames: Readonly<Record<Operation, string>> = {
  report: 'report of one scan',
  reportOfRspamd: 'report of rspamd, one recipient',
  scanInBatch: 'scan in a report of 100',
  analysis: 'analysis of a mail',
  firstAnalysis: 'the same, organization not known yet',
  employeeDashboard: 'employee dashboard',
  teamDashboard: 'team dashboard',
  search: 'search of own mail',
  flag: 'flag',
}

const limitNames: Readonly<Record<Limit, string>> = {
  knowledge: 'what the judge keeps of organizations',
  databaseCores: "the database's processors",
  disk: "the database's disk",
  log: 'the log that a replica applies',
}

type Assumption = keyof typeof assumptions

const assumptionNames: Readonly<Record<Assumption, string>> = {
  peakTimesAverage: 'the peak, times the average',
  scansOfPersonPerDay: 'scans of a person in a day',
  peopleOfOrganization: 'people of an organization',
  dashboardsOfPersonPerDay: 'dashboards that a person opens in a day',
  searchesOfPersonPerDay: 'searches of a person in a day',
  flagsOfPersonPerDay: 'flags that a person sets in a day',
  teamDashboardsOfOrganizationPerDay: 'team dashboards that an organization opens in a day',
  analysesOfScan: 'analyses for each scan',
  usedAtPeak: 'part of the processors that is used at the peak',
  coresOfServer: 'processors of a machine for Aman',
  gigabytesOfServer: 'GB of memory in it',
  processesOfServer: 'processes of Aman on it',
  coresOfDatabase: 'processors of the largest machine for PostgreSQL',
  copiesOfDatabase: 'machines for each part of the database: a primary and its replicas',
  retentionDays: 'days for which mail is kept',
  maliciousShare: 'part of all mail that is malicious, and stays',
  years: 'years that are planned for',
  notVacuumed: 'part of the table that waits for a vacuum',
  filled: 'part of the disk that is used',
  terabytesOfMachine: 'TB of disk in one machine',
  logMegabytesPerSecond: 'MB of log in a second that one replica writes and applies',
  daysOfLog: 'days for which the log is archived',
}

/** The document with the tables of results between its two marks. */
export function withTables(text: string, results: Results): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/capacity.md has lost the marks of its tables')
  return `${text.slice(0, from)}${begin}\n\n${tables(results)}\n\n${text.slice(to)}`
}

function tables(results: Results): string {
  const { sizes, sqlite } = results
  const plans = plannedScansPerDay.map((scansPerDay) => planFor(scansPerDay, results))
  return [
    '## Measured',
    measuredWords(results),
    ...sizes.flatMap((size) => [`### ${millions(size.scans)} scans kept`, costsTable(size)]),
    ...(sqlite === null
      ? []
      : [
          `### ${millions(sqlite.scans)} scans kept in a file of SQLite`,
          fileTable(sqlite.operations),
          `The file has ${whole(sqlite.bytesOfScan)} bytes for each scan.`,
        ]),
    '### On disk',
    diskTable(sizes),
    '### By itself',
    backgroundTable(sizes),
    '### In memory',
    knowledgeWords(results),
    '## Machines and disks',
    'What is assumed and not measured:',
    assumptionsTable(),
    'What follows:',
    machinesTable(plans),
    '### Which part breaks first',
    limitsTable(plans),
    ...plans.map(firstLimitWords),
    '### Whose processor time the database spends',
    sharesTable(plans),
  ].join('\n\n')
}

function measuredWords({ measured, processor, processors, memoryGb, postgres, settings }: Results) {
  const list = settings.map((setting) => `\`${setting}\``).join(', ')
  return `Measured on ${measured} with PostgreSQL ${postgres} and ${processors} processors (${processor}, ${memoryGb} GB) that did other work too; settings beside the defaults: ${list}.`
}

function knowledgeWords({ bytesOfOrganization: { own, correspondents } }: Results): string {
  const [people, senders] = [own, correspondents].map((bytes) => `${digits(bytes / 1000)} kB`)
  return `What the judge keeps of an organization takes ${people} for its domains and people and ${senders} for its correspondents, in each process that judges its mail.`
}

function costsTable({ operations: costs }: MeasuredSize): string {
  return table([
    [
      'one',
      'measured',
      'Aman ms',
      'PostgreSQL ms',
      'spread',
      'asked and answered, bytes',
      'to and from PostgreSQL',
      'log, bytes',
      'whole pages',
      'blocks read',
      'found in memory',
      'written',
    ],
    ...operations.map((name) => {
      const cost = costs[name]
      return [
        operationNames[name],
        whole(cost.count),
        digits(cost.amanMs),
        digits(cost.databaseMs),
        `${whole(cost.spread * 100)} %`,
        whole(cost.requestBytes + cost.answerBytes),
        // In that of large mails it is less than what a round's first requests differ by.
        cost.databaseBytes === 0 ? '–' : whole(cost.databaseBytes),
        whole(cost.walBytes),
        digits(cost.fullPages),
        digits(cost.blocksRead),
        whole(cost.blocksHit),
        digits(cost.blocksWritten),
      ]
    }),
  ])
}

function fileTable(costs: Readonly<Record<Operation, Cost>>): string {
  return table([
    ['one', 'Aman ms', 'spread'],
    ...operations.map((name) => [
      operationNames[name],
      digits(costs[name].amanMs),
      `${whole(costs[name].spread * 100)} %`,
    ]),
  ])
}

function diskTable(sizes: readonly MeasuredSize[]): string {
  const indexes = [...new Set(sizes.flatMap(({ disk }) => Object.keys(disk.indexes)))]
  return table([
    [
      'bytes for each scan',
      ...sizes.map(({ scans, hasGrown }) => `${millions(scans)}${hasGrown ? ', grown' : ''}`),
    ],
    ['table', ...sizes.map(({ disk }) => whole(disk.table))],
    ...indexes.map((name) => [
      `\`${name}\`, how full its leaves are`,
      ...sizes.map(({ disk }) => {
        const index = disk.indexes[name]
        return index === undefined ? '–' : `${whole(index.bytes)}, ${whole(index.density * 100)} %`
      }),
    ]),
    ['together', ...sizes.map((size) => whole(bytesOf(size)))],
    ['a deleted one, in the table, until a vacuum', ...sizes.map(({ disk }) => whole(disk.dead))],
  ])
}

function backgroundTable(sizes: readonly MeasuredSize[]): string {
  const lines = [
    ['deletion of a scan past its end', 'deletion'],
    ['vacuum for a deleted scan', 'vacuum'],
    ["a user's score of a week", 'weeklyScore'],
  ] as const
  return table([
    ['PostgreSQL ms, and bytes of the log', ...sizes.map(({ scans }) => millions(scans))],
    ...lines.map(([words, name]) => [
      words,
      ...sizes.map((size) => `${digits(size[name].databaseMs)}, ${whole(size[name].walBytes)}`),
    ]),
  ])
}

function assumptionsTable(): string {
  const names = Object.keys(assumptionNames).filter(
    (name): name is Assumption => name in assumptionNames,
  )
  return table([
    ['assumption', 'value'],
    ...names.map((name) => [assumptionNames[name], assumptions[name].toLocaleString('en')]),
  ])
}

function machinesTable(plans: readonly CapacityPlan[]): string {
  const line = (words: string, cell: (plan: CapacityPlan) => string) => [words, ...plans.map(cell)]
  const { coresOfServer, copiesOfDatabase } = assumptions
  return table([
    line('scans a day', ({ scansPerDay }) => millions(scansPerDay)),
    line('scans a second, on average and at the peak', (plan) =>
      [plan.perSecond, plan.peakPerSecond].map(whole).join(', '),
    ),
    line('people and organizations', (plan) =>
      [plan.people, plan.organizations].map(whole).join(', '),
    ),
    line('scans kept', ({ kept }) => millions(kept)),
    line('figures of', ({ measuredAt, extrapolated }) => {
      if (extrapolated === undefined) return `${millions(measuredAt)}, growth not measured`
      return `${millions(measuredAt)}${extrapolated === 1 ? '' : `, times ${digits(extrapolated)}`}`
    }),
    line(`processors for Aman, machines of ${coresOfServer}`, (plan) =>
      [Math.ceil(plan.serverCores), plan.servers].map(whole).join(', '),
    ),
    line('processors for the primaries of PostgreSQL', (plan) =>
      whole(Math.ceil(plan.databaseCores)),
    ),
    line('parts by organization', ({ parts }) => whole(parts)),
    line(`machines for PostgreSQL, ${copiesOfDatabase} for each part`, (plan) =>
      whole(plan.databaseMachines),
    ),
    line('disk for one copy, TB', ({ terabytes }) => digits(terabytes)),
    line('between mail hosts, people and Aman at the peak, MB a second', ({ mailMegabytes }) =>
      digits(mailMegabytes),
    ),
    line('log at the peak, MB a second', ({ logMegabytes }) => digits(logMegabytes)),
    line('archive of the log, TB', ({ archiveTerabytes }) => digits(archiveTerabytes)),
    line('blocks a second at the peak, read and written', (plan) =>
      [plan.blocksReadPerSecond, plan.blocksWrittenPerSecond].map(whole).join(', '),
    ),
  ])
}

function limitsTable(plans: readonly CapacityPlan[]): string {
  const names = Object.keys(limitNames).filter((name): name is Limit => name in limitNames)
  return table([
    ['part of what one has', ...plans.map(({ scansPerDay }) => `${millions(scansPerDay)} a day`)],
    ...names.map((name) => [
      limitNames[name],
      ...plans.map(({ limits }) => {
        const share = limits.find((limit) => limit.name === name)?.share ?? Number.NaN
        return `${digits(share * 100)} %`
      }),
    ]),
  ])
}

function firstLimitWords({ scansPerDay, limits }: CapacityPlan): string {
  const over = limits.filter(({ share }) => share > 1)
  const [first] = limits
  const size = `**${millions(scansPerDay)} a day:**`
  if (first === undefined) throw new Error('no part is limited')
  if (over.length === 0) {
    return `${size} nothing breaks; first would be ${limitNames[first.name]}, with ${digits(first.share * 100)} % of what there is.`
  }
  const named = over.map(({ name, share }) => `${limitNames[name]} (${digits(share)} times)`)
  return `${size} more than there is, in this order: ${named.join(', ')}.`
}

function sharesTable(plans: readonly CapacityPlan[]): string {
  const lines = [
    ['reports of mail', 'reports'],
    ['analyses', 'analyses'],
    ['dashboards and searches of people', 'views'],
    ['flags', 'flags'],
  ] as const
  return table([
    ['asked by', ...plans.map(({ scansPerDay }) => `${millions(scansPerDay)} a day`)],
    ...lines.map(([words, name]) => [
      words,
      ...plans.map(({ sharesOfDatabase }) => `${digits(sharesOfDatabase[name] * 100)} %`),
    ]),
  ])
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
/** Two that say something. */
const digits = (value: number) =>
  value >= 100 ? whole(value) : String(Number(value.toPrecision(2)))
const millions = (value: number) => `${(value / 1e6).toLocaleString('en')} million`
