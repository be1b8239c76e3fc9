import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run-command.ts'
import { codeFolder } from './bundle.ts'

/** With which `hosting/release/aman` starts Node.js: V8 takes over only what had the same options. */
const startOptions = ['--max-semi-space-size=4']

/** So that V8 does the same at the same time in every build. */
const repeatable = ['--random-seed=1', '--single-threaded', '--predictable-gc-schedule']
/** The bytes in which V8 keeps a hash of its options. */
const optionsStart = 12
const optionsEnd = 16

/** Makes the server's script a function of what Node.js gives to modules, as `run.cjs` expects it. */
export function wrapServer(target: string): void {
  const file = join(target, codeFolder, 'aman.cjs')
  // A script of other letters takes twice the memory; esbuild leaves them in patterns and comments.
  const code = readFileSync(file, 'utf8').replaceAll(/[^\0-\x7f]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  writeFileSync(file, `(function (exports, require, module, __filename, __dirname) {${code}})`)
}

/**
 * Keeps the code that V8 compiles when the server loads, for the processor of this machine. The same
 * script gives the same bytes.
 */
export async function compileServer(target: string): Promise<void> {
  const file = join(target, codeFolder, 'aman.compiled')
  const script = join(import.meta.dirname, 'keep-compiled.ts')
  await must([...startOptions, ...repeatable, script, join(target, codeFolder), file])
  const print = "process.stdout.write(new vm.Script('1').createCachedData().toString('hex'))"
  const usual = Buffer.from(await must([...startOptions, '-e', print]), 'hex')
  const compiled = readFileSync(file)
  usual.copy(compiled, optionsStart, optionsStart, optionsEnd)
  writeFileSync(file, compiled)
}

async function must(parameters: readonly string[]): Promise<string> {
  const { exitCode, output } = await run(process.execPath, [...parameters])
  if (exitCode !== 0) throw new Error(`The server was not compiled ahead: ${output}`)
  return output
}
