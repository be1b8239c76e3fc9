import '../core/closed-prototype.ts'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commandLine } from '../core/command-line.ts'
import { describeAddress } from '../core/database-address.ts'
import { readEnvironment } from '../core/read-environment.ts'
import { StartError } from '../core/start-error.ts'
import { formatOf, readEncrypted, readPassphrase, readPlain } from './backup/format.ts'
import { openStaging } from './backup/new-file.ts'
import { requireEmptyPlace, takeContent, toDatabase } from './backup/place-database.ts'
import { placeKey, readKey } from './backup/place-key.ts'
import { announceDatabase, runCommand, withUsage } from './command.ts'
import { asCaller } from './invocation/caller.ts'

/*
 * Brings a backup back, as file or into PostgreSQL, whichever DATABASE_URL names. Overwrites nothing.
 */

const usage = `Usage: ${commandLine('restore')} <file> [--passphrase-file <file>] [--secrets <file>] [--print-settings]
The file is a backup of Aman; one that is encrypted needs its passphrase, asked for without --passphrase-file.
Its key of secrets is in SECRETS_KEY, in the backup, or in the file that --secrets names.
With --print-settings the settings of an encrypted backup are printed, and nothing is restored.`

await runCommand(async () => {
  const { file, ...options } = readArguments()
  const { database, secretsKey } = readEnvironment()
  const { address } = database
  announceDatabase(address)
  if (!options.printsSettings) requireEmptyPlace(address)
  using staging = openStaging(address)
  await readBackup(file, staging.file, options.passphraseFile)
  const secrets = (await takeContent(staging.file, file)) ?? readSecrets(options.secretsFile)
  if (options.printsSettings) {
    if (secrets === undefined) throw new StartError(`${file} is not encrypted, and has no settings`)
    process.stdout.write(secrets)
    return
  }
  await using key = await placeKey(staging.file, address, secretsKey, readKey(secrets ?? ''))
  await toDatabase(staging.file, address)
  key.keep()
  process.stdout.write(`Restored ${file} to ${describeAddress(address)}\n`)
})

function readArguments() {
  return withUsage(usage, () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        'passphrase-file': { type: 'string' },
        secrets: { type: 'string' },
        'print-settings': { type: 'boolean', default: false },
      },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error('Name one file')
    return {
      file,
      passphraseFile: values['passphrase-file'],
      secretsFile: values.secrets,
      printsSettings: values['print-settings'],
    }
  })
}

/** Nothing of a backup is used before all of it was read and is what was written. */
async function readBackup(file: string, staged: string, passphraseFile: string | undefined) {
  const descriptor = asCaller(() => openSync(file, 'r'))
  try {
    if (formatOf(descriptor, file) === 'plain') return readPlain(descriptor, file, staged)
    const passphrase = await readPassphrase(passphraseFile, false)
    return await readEncrypted(descriptor, file, staged, passphrase)
  } finally {
    closeSync(descriptor)
  }
}

function readSecrets(file: string | undefined): string | undefined {
  return file === undefined ? undefined : asCaller(() => readFileSync(file, 'utf8'))
}
