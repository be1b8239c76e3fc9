import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { InputError, parseJson, readJson, readText, validate } from './input.ts'
import { type Advisory, advisory, type KeptAdvisories, severity } from './kept-advisories.ts'

/*
 * The export of OSV (https://google.github.io/osv.dev/data/#data-dumps): one record for each advisory,
 * as a folder of JSON files, as one JSON file, or as one with a record on each line (.jsonl).
 */

const ecosystem = 'npm'

const osvRecord = v.object({
  id: v.string(),
  aliases: v.optional(v.array(v.string()), []),
  withdrawn: v.optional(v.string()),
  database_specific: v.nullish(v.object({ severity: v.nullish(v.string()) })),
  affected: v.optional(
    v.array(
      v.object({
        package: v.optional(v.object({ ecosystem: v.string(), name: v.string() })),
        ranges: v.optional(
          v.array(
            v.object({ type: v.string(), events: v.array(v.record(v.string(), v.string())) }),
          ),
          [],
        ),
        versions: v.optional(v.array(v.string()), []),
      }),
    ),
    [],
  ),
})

type OsvRecord = v.InferOutput<typeof osvRecord>

export interface OsvExport {
  /** What it says of the packages that were asked for. */
  readonly advisories: readonly Advisory[]
  /** All records, those of other packages and withdrawn ones included. */
  readonly ids: ReadonlySet<string>
}

/** @throws InputError */
export function readExport(path: string, names: ReadonlySet<string>, today: string): OsvExport {
  const ids = new Set<string>()
  const advisories: Advisory[] = []
  let concernsNpm = false
  for (const [where, value] of recordsOf(path)) {
    const record = validate(osvRecord, value, where)
    ids.add(record.id)
    const packages = packagesOf(record)
    concernsNpm ||= packages.size > 0
    if (record.withdrawn !== undefined) continue
    for (const name of packages.intersection(names)) {
      advisories.push(validate(advisory, toAdvisory(record, name, today), `${where}: ${name}`))
    }
  }
  if (!concernsNpm) throw new InputError(`${path} has no advisory of ${ecosystem}`)
  return { advisories, ids }
}

/** Takes what the export says, and keeps what it does not mention. */
export function takeExport(kept: KeptAdvisories, read: OsvExport, today: string): KeptAdvisories {
  const others = kept.advisories.filter(({ id }) => !read.ids.has(id))
  const taken = read.advisories.map((entry) => {
    const former = kept.advisories.find((it) => keyOf(it) === keyOf(entry))
    if (former === undefined) return entry
    const unchanged = { ...entry, reviewed: former.reviewed }
    return JSON.stringify(unchanged) === JSON.stringify(former) ? former : entry
  })
  const advisories = [...others, ...taken].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  )
  return { ...kept, exportRead: today, advisories }
}

function keyOf({ package: name, id }: Advisory): string {
  return `${name} ${id}`
}

function* recordsOf(path: string): Generator<[where: string, record: unknown]> {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    yield* recordsOfFile(path)
    return
  }
  const files = globSync('**/*.json', { cwd: path })
  if (files.length === 0) throw new InputError(`${path} has no JSON file`)
  for (const file of files) yield* recordsOfFile(join(path, file))
}

function* recordsOfFile(path: string): Generator<[where: string, record: unknown]> {
  if (!path.endsWith('.jsonl')) {
    const value = readJson(path)
    for (const record of Array.isArray(value) ? value : [value]) yield [path, record]
    return
  }
  for (const [index, line] of readText(path).split('\n').entries()) {
    const where = `${path}, line ${index + 1},`
    if (line.trim() !== '') yield [where, parseJson(line, where)]
  }
}

function packagesOf({ affected }: OsvRecord): Set<string> {
  const own = affected.flatMap((it) => (it.package?.ecosystem === ecosystem ? it.package.name : []))
  return new Set(own)
}

function toAdvisory(record: OsvRecord, name: string, reviewed: string) {
  const { id, aliases, database_specific: specific } = record
  const affected = record.affected.filter(
    (it) => it.package?.ecosystem === ecosystem && it.package.name === name,
  )
  return {
    id,
    aliases,
    package: name,
    // Reports of malware have none.
    severity: v.parse(v.fallback(severity, 'unknown'), specific?.severity?.toLowerCase()),
    ranges: affected
      .flatMap((it) => it.ranges)
      // The others name commits.
      .filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM')
      .map(({ events }) => events),
    versions: affected.flatMap((it) => it.versions),
    reviewed,
  }
}
