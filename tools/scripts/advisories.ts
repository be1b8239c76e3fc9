import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './run-command.ts'
import {
  compareWithAdvisories,
  type Match,
  productionPackages,
} from './supply-chain/compare-advisories.ts'
import { InputError } from './supply-chain/input.ts'
import { readKept, writeKept } from './supply-chain/kept-advisories.ts'
import { readInstalled } from './supply-chain/lock.ts'
import { readExport, takeExport } from './supply-chain/osv-export.ts'

/*
 * npm run advisories: compares the production packages of the lock file with known advisories. Exits
 * with 1 for a match or an exception that has ended, and with 2 for input that cannot be used.
 */

const usage = `Usage: npm run advisories -- [--from <file or folder of OSV's export>] [--write] [--lock <file>] [--kept <file>]
--write keeps what the export says of the locked packages.`

const today = new Date().toISOString().slice(0, 10)

try {
  const { from, write, lock, kept: path } = readOptions()
  const installed = readInstalled(lock)
  const locked = productionPackages(installed)
  let kept = readKept(path)
  if (from !== undefined) {
    // Of packages that are not locked any more, too: they may come back.
    const names = new Set(
      [...locked, ...kept.advisories.map((it) => ({ name: it.package }))].map((it) => it.name),
    )
    kept = takeExport(kept, readExport(from, names, today), today)
    if (write) writeKept(path, kept)
  }
  const { matches, endedExceptions } = compareWithAdvisories(installed, kept, today)
  for (const match of matches) console.log(toLines(match))
  for (const { id, package: name, ends } of endedExceptions) {
    console.log(
      `The exception for ${id} in ${name} ended on ${ends}: update the package, or decide again.`,
    )
  }
  const read = kept.exportRead === null ? 'has not been read yet' : `was read on ${kept.exportRead}`
  console.log(
    `${locked.length} production packages compared with the known advisories (${kept.advisories.length}); OSV's export ${read}`,
  )
  if (endedExceptions.length > 0 || matches.some(({ exception }) => exception === undefined)) {
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof InputError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function toLines({ advisory, version, fixed, way, exception }: Match): string {
  const { id, package: name, severity } = advisory
  const lines = [
    `${name} ${version}: ${id} (${severity}), ${fixed === undefined ? 'no fixed version is known' : `fixed in ${fixed}`}`,
    `  comes in by ${way.join(' > ')}`,
  ]
  if (exception !== undefined) {
    lines.push(`  accepted until ${exception.ends}: ${exception.reason}`)
  }
  return lines.join('\n')
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        write: { type: 'boolean', default: false },
        lock: { type: 'string', default: join(root, 'package-lock.json') },
        kept: { type: 'string', default: join(root, 'tools/scripts/supply-chain/advisories.json') },
      },
    })
    if (values.write && values.from === undefined) throw new Error('--write needs --from')
    return values
  } catch (error) {
    throw new InputError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
