import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compare, satisfies, valid } from 'semver'
import * as v from 'valibot'
import { root } from './run-command.ts'
import { type InstalledPackage, readInstalled } from './supply-chain/lock.ts'

const date = v.pipe(v.string(), v.isoDate('a date such as 2027-01-31 is needed'))

const keptAdvisories = v.strictObject({
  /** The day of the last comparison with OSV's export, null before the first. */
  exportRead: v.nullable(date),
  exceptions: v.array(
    v.strictObject({
      id: v.string(),
      package: v.string(),
      reason: v.pipe(v.string(), v.trim(), v.nonEmpty('a reason is needed')),
      /** The last day on which the exception holds. */
      ends: date,
    }),
  ),
  advisories: v.array(
    v.strictObject({
      id: v.string(),
      package: v.string(),
      severity: v.string(),
      /** A range as npm writes it. */
      affected: v.string(),
    }),
  ),
})

type KeptAdvisories = v.InferOutput<typeof keptAdvisories>
type Advisory = KeptAdvisories['advisories'][number]

/** @throws Error that names the file and its first wrong field */
function readKept(path: string): KeptAdvisories {
  return parseFile(keptAdvisories, path)
}

function writeKept(path: string, kept: KeptAdvisories): void {
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`)
}

/** A line for each package that an advisory concerns, and for each exception that has ended. */
function compareWithAdvisories(
  packages: readonly InstalledPackage[],
  { advisories, exceptions }: KeptAdvisories,
  today: string,
): { readonly problems: string[]; readonly accepted: string[] } {
  const problems: string[] = []
  const accepted: string[] = []
  for (const { id, package: name, ends } of exceptions.filter((it) => it.ends < today)) {
    problems.push(
      `The exception for ${id} in ${name} ended on ${ends}: update it, or decide again.`,
    )
  }
  for (const { name, version, place } of packages) {
    for (const { id, severity, affected } of advisories.filter((it) => it.package === name)) {
      if (!satisfies(version, affected, { includePrerelease: true })) continue
      const line = `${name} ${version}: ${id} (${severity}), affects ${affected}; see \`npm explain ${place}\``
      const exception = exceptions.find((it) => it.id === id && it.package === name)
      if (exception === undefined) problems.push(line)
      else accepted.push(`${line}\n  accepted until ${exception.ends}: ${exception.reason}`)
    }
  }
  return { problems, accepted }
}

const osvRecord = v.object({
  id: v.string(),
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

/**
 * Takes what OSV's export says of packages, and keeps what it does not mention.
 * @param folder of JSON files, one for each advisory (https://google.github.io/osv.dev/data/#data-dumps)
 * @throws Error that names the file that cannot be read
 */
function takeExport(
  kept: KeptAdvisories,
  folder: string,
  names: ReadonlySet<string>,
  today: string,
): KeptAdvisories {
  const mentioned = new Set<string>()
  const taken: Advisory[] = []
  for (const file of globSync('**/*.json', { cwd: folder })) {
    const { id, withdrawn, affected, database_specific } = parseFile(osvRecord, join(folder, file))
    mentioned.add(id)
    if (withdrawn !== undefined) continue
    const severity = database_specific?.severity?.toLowerCase() ?? 'unknown'
    const own = affected.filter((it) => it.package?.ecosystem === 'npm')
    for (const name of new Set(own.flatMap((it) => it.package?.name ?? []))) {
      if (!names.has(name)) continue
      const parts = own.filter((it) => it.package?.name === name)
      const ranges = parts.flatMap((it) => it.ranges).filter(({ type }) => type !== 'GIT')
      const all = [
        ...ranges.flatMap(({ events }) => toRanges(events)),
        ...parts.flatMap((it) => it.versions),
      ]
      taken.push({ id, package: name, severity, affected: all.join(' || ') })
    }
  }
  if (mentioned.size === 0) throw new Error(`${folder} has no JSON file`)
  const others = kept.advisories.filter(({ id }) => !mentioned.has(id))
  const advisories = [...others, ...taken].sort((one, other) =>
    `${one.package} ${one.id}` < `${other.package} ${other.id}` ? -1 : 1,
  )
  return { ...kept, exportRead: today, advisories }
}

/** Each introduction with the end that follows it (https://ossf.github.io/osv-schema/#evaluation). */
function toRanges(events: readonly Readonly<Record<string, string>>[]): string[] {
  const bounds = events
    .flatMap((event) => Object.entries(event))
    .map(([kind, at]) => ({ kind, at: at === '0' ? '0.0.0-0' : at }))
  for (const { at } of bounds) if (valid(at) === null) throw new Error(`'${at}' is not a version`)
  bounds.sort((one, other) => compare(one.at, other.at))
  return bounds.flatMap(({ kind, at }, index) => {
    if (kind !== 'introduced') return []
    const end = bounds.slice(index + 1).find((it) => it.kind !== 'introduced')
    const upper = end === undefined ? '' : ` ${end.kind === 'fixed' ? '<' : '<='}${end.at}`
    return `>=${at}${upper}`
  })
}

function parseFile<const S extends v.GenericSchema>(schema: S, path: string): v.InferOutput<S> {
  const result = v.safeParse(schema, JSON.parse(readFileSync(path, 'utf8')), { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Error(`${path}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}

// npm run advisories: compares the production packages of the lock file with known advisories. It
// fails for a match without an exception, and for an exception that has ended.

const {
  from,
  write,
  lock,
  kept: path,
} = parseArgs({
  options: {
    /** The folder of OSV's export. */
    from: { type: 'string' },
    /** Keeps what the export says of the locked packages. */
    write: { type: 'boolean', default: false },
    lock: { type: 'string', default: join(root, 'package-lock.json') },
    kept: { type: 'string', default: join(root, 'tools/scripts/supply-chain/advisories.json') },
  },
}).values
if (write && from === undefined) throw new Error('--write needs --from <folder of OSV export>')

const today = new Date().toISOString().slice(0, 10)
const packages = readInstalled(lock).filter(({ place, dev }) => place !== '' && !dev)
const strange = packages.find(({ version }) => valid(version) === null)
if (strange !== undefined) throw new Error(`${lock} has no version of ${strange.place}`)

let kept = readKept(path)
if (from !== undefined) {
  // Packages that are not locked any more are named, too: they may come back.
  const names = [...packages.map(({ name }) => name), ...kept.advisories.map((it) => it.package)]
  kept = takeExport(kept, from, new Set(names), today)
  if (write) writeKept(path, kept)
}
const { problems, accepted } = compareWithAdvisories(packages, kept, today)
for (const line of [...accepted, ...problems]) console.log(line)
const read = kept.exportRead === null ? 'has not been read yet' : `was read on ${kept.exportRead}`
console.log(
  `${packages.length} production packages compared with the known advisories (${kept.advisories.length}); OSV's export ${read}`,
)
if (problems.length > 0) process.exitCode = 1
