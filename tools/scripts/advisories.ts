import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { valid } from 'semver'
import { root } from './run-command.ts'
import {
  compareWithAdvisories,
  readKept,
  takeExport,
  writeKept,
} from './supply-chain/advisories.ts'
import { readInstalled } from './supply-chain/lock.ts'

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
