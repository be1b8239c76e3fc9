import { secondMs } from '../../server/core/clock.ts'
import { keeping } from '../../server/judge/knowledge.ts'
import type { MeasuredSize, Results } from './results.ts'

/*
 * The arithmetic of docs/capacity.md: from what one report, view and so on takes to machines and disks.
 */

/** What is assumed and not measured. */
export const assumptions = {
  /** 5,000 scans a second where a day brings 1,160 on average. */
  peakTimesAverage: 4.32,
  scansOfPersonPerDay: 40,
  peopleOfOrganization: 100,
  dashboardsOfPersonPerDay: 2,
  searchesOfPersonPerDay: 0.2,
  flagsOfPersonPerDay: 0.02,
  teamDashboardsOfOrganizationPerDay: 2,
  analysesOfScan: 1,
  /** Of processors, at the peak. */
  usedAtPeak: 0.5,
  coresOfServer: 16,
  gigabytesOfServer: 64,
  /** One judges in four threads at most, beside that of the calls. */
  processesOfServer: 4,
  coresOfDatabase: 64,
  /** A primary and two replicas, as docs/failover.md has them. */
  copiesOfDatabase: 3,
  retentionDays: 30,
  /** Malicious mail stays, without its content. */
  maliciousShare: 0.01,
  years: 3,
  /** PostgreSQL vacuums a table when a fifth of it has changed. */
  notVacuumed: 0.2,
  /** Of a disk. */
  filled: 0.7,
  terabytesOfMachine: 16,
  /** What one replica writes and applies, in one process. */
  logMegabytesPerSecond: 100,
  /** For how many days the log is archived, to restore any second of them. */
  daysOfLog: 7,
} as const

const daySeconds = 86_400

/** What a second of the average day brings, where all is known that the judge asks for. */
function arrivalsOf(scansPerDay: number): Arrivals {
  const people = scansPerDay / assumptions.scansOfPersonPerDay
  const organizations = people / assumptions.peopleOfOrganization
  const perSecond = (perDay: number) => perDay / daySeconds
  const rates = {
    reportOfRspamd: perSecond(scansPerDay),
    analysis: perSecond(scansPerDay * assumptions.analysesOfScan),
    firstAnalysis: 0,
    employeeDashboard: perSecond(people * assumptions.dashboardsOfPersonPerDay),
    teamDashboard: perSecond(organizations * assumptions.teamDashboardsOfOrganizationPerDay),
    search: perSecond(people * assumptions.searchesOfPersonPerDay),
    flag: perSecond(people * assumptions.flagsOfPersonPerDay),
  }
  return { people, organizations, rates }
}

/** Organizations of which one process of the server keeps what they know. */
function organizationsKept(bytesOfOrganization: Results['bytesOfOrganization']): number {
  const memory = assumptions.gigabytesOfServer * 2 ** 30
  const kept = (name: keyof typeof keeping) =>
    (memory * keeping[name].share) / bytesOfOrganization[name]
  return Math.min(kept('own'), kept('correspondents'))
}

/**
 * The same where each process reads what an organization knows with its first mail, and again with the
 * first after the time for which that is kept, or once others have taken its room. Mail of an
 * organization comes to all processes alike.
 */
function withReadings(arrivals: Arrivals, servers: number, keptOrganizations: number): Arrivals {
  const { rates, organizations } = arrivals
  const processes = servers * assumptions.processesOfServer
  const ofOneInOne = rates.analysis / organizations / processes
  const inTime = 1 - 1 / (1 + (ofOneInOne * keeping.correspondents.forMs) / secondMs)
  const unknown = 1 - inTime * Math.min(1, keptOrganizations / organizations)
  return {
    ...arrivals,
    rates: {
      ...rates,
      analysis: rates.analysis * (1 - unknown),
      firstAnalysis: rates.analysis * unknown,
    },
  }
}

const counted = [
  'reportOfRspamd',
  'analysis',
  'firstAnalysis',
  'employeeDashboard',
  'teamDashboard',
  'search',
  'flag',
] as const
/** Reads of people, which tolerate a second of age unless they wrote just before. */
const views = ['employeeDashboard', 'teamDashboard', 'search'] as const

/**
 * @param sizes ascending; the first one with as many scans as are kept counts, or the largest
 * @param bytesOfOrganization of what the judge keeps of one
 */
export function planFor(
  scansPerDay: number,
  { sizes, bytesOfOrganization }: Pick<Results, 'sizes' | 'bytesOfOrganization'>,
) {
  const [smallest] = sizes
  const largest = sizes.at(-1)
  if (smallest === undefined || largest === undefined) throw new Error('nothing was measured')
  const kept = scansKept(scansPerDay)
  const basis = sizes.find(({ scans }) => scans >= kept) ?? largest
  const known = arrivalsOf(scansPerDay)
  const keptOrganizations = organizationsKept(bytesOfOrganization)
  const arrivals = withReadings(known, serversOf(coresOf(basis, known)), keptOrganizations)
  const beyond = Math.max(0, Math.log10(kept / basis.scans))
  const growth = growthPerTenfold(smallest, largest, arrivals)
  const peak = assumptions.peakTimesAverage
  const used = (cores: number) => cores / assumptions.usedAtPeak
  const database = databaseCores(basis, arrivals) * growth.databaseCores ** beyond
  const bytesOfScan = bytesOf(basis)
  const logPerSecond = logBytes(basis, arrivals) * growth.logBytes ** beyond
  const serverCores = coresOf(basis, arrivals)
  const databaseCoresAtPeak = used(peak * database + backgroundCores(basis, scansPerDay))
  const terabytes = (kept * bytesOfScan * (1 + assumptions.notVacuumed)) / 1e12 / assumptions.filled
  const logMegabytes = (peak * logPerSecond) / 1e6
  const limits = [
    { name: 'knowledge', share: arrivals.organizations / keptOrganizations },
    { name: 'databaseCores', share: databaseCoresAtPeak / assumptions.coresOfDatabase },
    { name: 'disk', share: terabytes / assumptions.terabytesOfMachine },
    { name: 'log', share: logMegabytes / assumptions.logMegabytesPerSecond },
  ] as const
  const parts = Math.ceil(Math.max(...limits.slice(1).map(({ share }) => share)))
  return {
    ...arrivals,
    scansPerDay,
    perSecond: scansPerDay / daySeconds,
    peakPerSecond: (scansPerDay / daySeconds) * peak,
    kept,
    measuredAt: basis.scans,
    /**
     * With which the database's processor time was multiplied, where so many scans were not measured;
     * undefined where a single size was, so that growth is not known and not counted.
     */
    extrapolated: beyond > 0 && sizes.length === 1 ? undefined : growth.databaseCores ** beyond,
    serverCores,
    servers: serversOf(serverCores),
    databaseCores: databaseCoresAtPeak,
    parts,
    databaseMachines: parts * assumptions.copiesOfDatabase,
    terabytes,
    logMegabytes,
    archiveTerabytes: (logPerSecond * daySeconds * assumptions.daysOfLog) / 1e12,
    mailMegabytes: (peak * sumOf(arrivals, (name) => sentBytes(basis, name))) / 1e6,
    blocksReadPerSecond: peak * sumOf(arrivals, (name) => basis.operations[name].blocksRead),
    blocksWrittenPerSecond: peak * sumOf(arrivals, (name) => basis.operations[name].blocksWritten),
    sharesOfDatabase: sharesOf(basis, arrivals),
    limits: limits.toSorted((one, other) => other.share - one.share),
  }
}
export type CapacityPlan = ReturnType<typeof planFor>
export type Limit = CapacityPlan['limits'][number]['name']

interface Arrivals {
  readonly people: number
  readonly organizations: number
  readonly rates: Readonly<Record<(typeof counted)[number], number>>
}

/** Mail that ends after 30 days, and malicious mail of all years. */
export function scansKept(scansPerDay: number): number {
  const { retentionDays, maliciousShare, years } = assumptions
  return scansPerDay * ((1 - maliciousShare) * retentionDays + maliciousShare * 365 * years)
}

/** Of one scan on disk, table and indexes. */
export function bytesOf({ disk }: MeasuredSize): number {
  return Object.values(disk.indexes).reduce((sum, { bytes }) => sum + bytes, disk.table)
}

function sumOf({ rates }: Arrivals, amount: (name: (typeof counted)[number]) => number): number {
  return counted.reduce((sum, name) => sum + rates[name] * amount(name), 0)
}

/** For Aman at the peak. */
function coresOf({ operations }: MeasuredSize, arrivals: Arrivals): number {
  const { peakTimesAverage, usedAtPeak } = assumptions
  return (peakTimesAverage * sumOf(arrivals, (name) => operations[name].amanMs / 1000)) / usedAtPeak
}

/** At least two, so that one may fail. */
function serversOf(cores: number): number {
  return Math.max(2, Math.ceil(cores / assumptions.coresOfServer))
}

function databaseCores({ operations }: MeasuredSize, arrivals: Arrivals): number {
  return sumOf(arrivals, (name) => operations[name].databaseMs / 1000)
}

function logBytes({ operations }: MeasuredSize, arrivals: Arrivals): number {
  return sumOf(arrivals, (name) => operations[name].walBytes)
}

/** By the client and to it. What is known of its organization changes nothing of a mail. */
function sentBytes({ operations }: MeasuredSize, name: (typeof counted)[number]): number {
  const { requestBytes, answerBytes } = operations[name === 'firstAnalysis' ? 'analysis' : name]
  return requestBytes + answerBytes
}

/** Deletions of what ended, their vacuum and the scores of the week, spread over the day. */
function backgroundCores(size: MeasuredSize, scansPerDay: number): number {
  const people = scansPerDay / assumptions.scansOfPersonPerDay
  const deletions = scansPerDay * (size.deletion.databaseMs + size.vacuum.databaseMs)
  return (deletions + (people / 7) * size.weeklyScore.databaseMs) / 1000 / daySeconds
}

/** How much more the same arrivals take where ten times as many scans are kept; at least 1. */
function growthPerTenfold(smallest: MeasuredSize, largest: MeasuredSize, arrivals: Arrivals) {
  const tenfolds = Math.log10(largest.scans / smallest.scans)
  const perTenfold = (amount: (size: MeasuredSize, of: Arrivals) => number) =>
    tenfolds === 0
      ? 1
      : Math.max(1, (amount(largest, arrivals) / amount(smallest, arrivals)) ** (1 / tenfolds))
  return { databaseCores: perTenfold(databaseCores), logBytes: perTenfold(logBytes) }
}

/** Parts of the database's processor time, of 1. */
function sharesOf(basis: MeasuredSize, arrivals: Arrivals) {
  const all = databaseCores(basis, arrivals)
  const share = (names: readonly (typeof counted)[number][]) =>
    sumOf(arrivals, (name) =>
      names.includes(name) ? basis.operations[name].databaseMs / 1000 : 0,
    ) / all
  return {
    views: share(views),
    analyses: share(['analysis', 'firstAnalysis']),
    reports: share(['reportOfRspamd']),
    flags: share(['flag']),
  }
}
