import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartError } from '../../core/start-error.ts'
import { asCaller } from '../invocation/caller.ts'

const shortest = 12

/** @param isNew whether something is about to be encrypted with it: then it is checked, or asked for twice */
export async function readPassphrase(file: string | undefined, isNew: boolean): Promise<string> {
  const passphrase = file === undefined ? await askFor('Passphrase: ') : firstLine(file)
  if (!isNew) return passphrase
  if (passphrase.length < shortest) {
    throw new StartError(`A passphrase of at least ${shortest} characters is expected`)
  }
  if (file === undefined && (await askFor('The same once more: ')) !== passphrase) {
    throw new StartError('The two passphrases differ')
  }
  return passphrase
}

function firstLine(file: string): string {
  const [line = ''] = asCaller(() => readFileSync(file, 'utf8')).split(/\r?\n/)
  return line
}

/** Shows nothing of what is typed. */
async function askFor(words: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new StartError(
      'A passphrase is needed: --passphrase-file <file>, or a terminal to type it',
    )
  }
  process.stderr.write(words)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
