import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentFile, withTables } from '../../bench/capacity/document.ts'
import { type Operation, operations } from '../../bench/capacity/operations.ts'
import { assumptions, bytesOf, planFor, scansKept } from '../../bench/capacity/plan.ts'
import { type Cost, type MeasuredSize, readResults } from '../../bench/capacity/results.ts'

const nothing: Cost = {
  count: 1,
  amanMs: 0,
  databaseMs: 0,
  spread: 0,
  requestBytes: 0,
  answerBytes: 0,
  databaseBytes: 0,
  walBytes: 0,
  fullPages: 0,
  blocksRead: 0,
  blocksHit: 0,
  blocksWritten: 0,
}

/** A size at which only the given operations take anything. */
function sizeOf(scans: number, costs: Partial<Record<Operation, Partial<Cost>>>): MeasuredSize {
  const cost = (name: Operation): Cost => ({ ...nothing, ...costs[name] })
  return {
    scans,
    users: 1,
    organizations: 1,
    operations: {
      report: cost('report'),
      reportOfRspamd: cost('reportOfRspamd'),
      scanInBatch: cost('scanInBatch'),
      analysis: cost('analysis'),
      firstAnalysis: cost('firstAnalysis'),
      employeeDashboard: cost('employeeDashboard'),
      teamDashboard: cost('teamDashboard'),
      search: cost('search'),
      flag: cost('flag'),
    },
    disk: { table: 300, indexes: { one: { bytes: 500, density: 0.5 } }, dead: 300 },
    hasGrown: true,
    deletion: { count: 1, databaseMs: 0, walBytes: 0 },
    vacuum: { count: 1, databaseMs: 0, walBytes: 0 },
    weeklyScore: { count: 1, databaseMs: 0, walBytes: 0 },
    load: [0, 0],
  }
}

/** Results of some sizes; what is known of an organization takes 100 kB. */
function resultsOf(...sizes: MeasuredSize[]) {
  return { sizes, bytesOfOrganization: { own: 10e3, correspondents: 90e3 } }
}

describe('the plan for a number of scans a day', { tags: ['A1651'] }, () => {
  const day = 86_400
  const peak = assumptions.peakTimesAverage

  it('has 1,157 scans a second for 100 million a day, and 5,000 at the peak', () => {
    const { perSecond, peakPerSecond } = planFor(100e6, resultsOf(sizeOf(1e6, {})))
    expect(perSecond).toBeCloseTo(1157.4, 1)
    expect(peakPerSecond).toBeCloseTo(5000, -1)
  })

  it('uses half of the processors at the peak', () => {
    const size = sizeOf(1e9, { reportOfRspamd: { amanMs: 2, databaseMs: 3 } })
    const plan = planFor(day * 1000, resultsOf(size))
    // 1,000 a second on average, 2 and 3 seconds of processor time for them.
    expect(plan.serverCores).toBeCloseTo((2 * peak) / 0.5)
    expect(plan.databaseCores).toBeCloseTo((3 * peak) / 0.5)
    expect(plan.servers).toBe(Math.ceil((2 * peak) / 0.5 / assumptions.coresOfServer))
  })

  it('keeps a month of mail, and what is malicious for the years that are planned for', () => {
    expect(scansKept(1000)).toBeCloseTo(990 * 30 + 10 * 365 * assumptions.years)
  })

  it('fills disks with table and indexes, room for deleted rows and a reserve', () => {
    const size = sizeOf(1e9, {})
    expect(bytesOf(size)).toBe(800)
    const { terabytes } = planFor(1e6, resultsOf(size))
    expect(terabytes).toBeCloseTo((scansKept(1e6) * 800 * 1.2) / 1e12 / 0.7)
  })

  it('takes the figures of the smallest size that is large enough, and says what it multiplies', () => {
    const sizes = [1, 10].map((millions) =>
      sizeOf(millions * 1e6, { reportOfRspamd: { databaseMs: millions === 1 ? 2 : 3 } }),
    )
    const kept = (scans: number) => scans / (scansKept(1e6) / 1e6)
    expect(planFor(kept(5e6), resultsOf(...sizes))).toMatchObject({
      measuredAt: 10e6,
      extrapolated: 1,
    })
    const beyond = planFor(kept(100e6), resultsOf(...sizes))
    expect(beyond.measuredAt).toBe(10e6)
    // A tenfold took 1.5 times as much.
    expect(beyond.extrapolated).toBeCloseTo(1.5)
    const cores = (beyond.perSecond * 3 * 1.5 * peak) / 1000 / 0.5
    expect(beyond.databaseCores).toBeCloseTo(cores)
  })

  it('does not say how a database grows of which one size was measured', () => {
    const [size, enough] = [sizeOf(1e6, {}), sizeOf(1e9, {})]
    expect(planFor(1e6, resultsOf(size)).extrapolated).toBeUndefined()
    expect(planFor(1e6, resultsOf(enough)).extrapolated).toBe(1)
  })

  it('never takes less for more mail, whatever noise says', () => {
    const sizes = [1, 10].map((millions) =>
      sizeOf(millions * 1e6, { reportOfRspamd: { databaseMs: millions === 1 ? 3 : 2 } }),
    )
    expect(planFor(100e6, resultsOf(...sizes)).extrapolated).toBe(1)
  })

  it('names first what has the least room, and splits the database where one is too small', () => {
    const size = sizeOf(1e12, { reportOfRspamd: { walBytes: 39_000 } })
    const { limits, logMegabytes, parts, databaseMachines } = planFor(100e6, resultsOf(size))
    // 195 MB of log a second, 100 of which one applies.
    expect(limits[0]?.name).toBe('log')
    expect(limits[0]?.share).toBeCloseTo(1.95, 1)
    expect(logMegabytes).toBeCloseTo(195, 0)
    expect(parts).toBe(2)
    expect(databaseMachines).toBe(2 * assumptions.copiesOfDatabase)
  })

  it('keeps of as many organizations what they know as the memory of a process holds', () => {
    const { limits, organizations } = planFor(100e6, resultsOf(sizeOf(1e6, {})))
    const memory = (assumptions.gigabytesOfServer * 2 ** 30 * 3) / 64
    expect(organizations).toBe(25_000)
    expect(limits.find(({ name }) => name === 'knowledge')?.share).toBeCloseTo(
      25_000 / (memory / 90e3),
    )
    const people = { own: 200e3, correspondents: 90e3 }
    const larger = planFor(100e6, { ...resultsOf(sizeOf(1e6, {})), bytesOfOrganization: people })
    const share = larger.limits.find(({ name }) => name === 'knowledge')?.share
    expect(share).toBeCloseTo(25_000 / (memory / 3 / 200e3))
  })

  it('reads what an organization knows once an hour in each process that gets mail of it', () => {
    // Two machines of four processes: 4,000 mails a day of each of 250 organizations, 21 an hour and process.
    const { rates } = planFor(1e6, resultsOf(sizeOf(1e6, {})))
    const analyses = rates.firstAnalysis + rates.analysis
    expect(analyses).toBeCloseTo(1e6 / day)
    expect(rates.firstAnalysis / analyses).toBeCloseTo(1 / (1 + 4000 / 24 / 8))
  })

  it('reads it with each mail of the organizations for which there is no room', () => {
    const bytesOfOrganization = { own: 1e3, correspondents: 1e9 }
    const { rates } = planFor(100e6, { sizes: [sizeOf(1e6, {})], bytesOfOrganization })
    expect(rates.firstAnalysis).toBeGreaterThan(rates.analysis * 1000)
  })

  it('says which part of the processor time of the database is whose', () => {
    const size = sizeOf(1e9, {
      reportOfRspamd: { databaseMs: 1 },
      // Two a day for 40 mails.
      employeeDashboard: { databaseMs: 20 },
    })
    const { sharesOfDatabase } = planFor(1e6, resultsOf(size))
    expect(sharesOfDatabase.views).toBeCloseTo(0.5)
    expect(sharesOfDatabase.reports).toBeCloseTo(0.5)
  })
})

describe('docs/capacity.md', { tags: ['A1650'] }, () => {
  const document = readFileSync(documentFile, 'utf8')

  it('has the committed results, and the machines that follow from them', () => {
    expect(withTables(document, readResults())).toBe(document)
  })

  it('changes with a figure and with an assumption', () => {
    const results = readResults()
    const [first, ...others] = results.sizes
    if (first === undefined) throw new Error('nothing was measured')
    for (const name of operations) {
      const dearer = { ...first.operations[name], amanMs: first.operations[name].amanMs * 2 + 1 }
      const sizes = [{ ...first, operations: { ...first.operations, [name]: dearer } }, ...others]
      expect(withTables(document, { ...results, sizes }), name).not.toBe(document)
    }
  })
})
