/* Runs the server with the code that the release compiled ahead; where it does not fit, V8 compiles. */
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { constants, Script } = require('node:vm')

const filename = join(__dirname, 'aman.cjs')
const compiled = join(__dirname, 'aman.compiled')
const script = new Script(readFileSync(filename, 'latin1'), {
  filename,
  cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
script.runInThisContext()(exports, require, module, filename, __dirname)
