import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { constants, Script } from 'node:vm'

/*
 * keep-compiled.ts <folder of the code> <file>: starts the server with a database that cannot be opened,
 * which ends when all is loaded, and writes what V8 compiled until then.
 */

const [folder = '', file = ''] = process.argv.splice(2, 2, 'start')
const filename = join(folder, 'aman.cjs')
process.env.DATABASE_URL = 'file:/proc/nowhere/aman.db'
const script = new Script(readFileSync(filename, 'latin1'), {
  filename: 'aman.cjs',
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
process.on('exit', () => {
  writeFileSync(file, script.createCachedData())
  // The server says with its own code that it did not start.
  process.exitCode = 0
})
const module = { exports: {} }
script.runInThisContext()(module.exports, createRequire(filename), module, filename, folder)
