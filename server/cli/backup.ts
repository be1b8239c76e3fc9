import '../core/closed-prototype.ts'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { commandLine } from '../core/command-line.ts'
import type { Configuration } from '../core/configuration.ts'
import { readEnvironment } from '../core/read-environment.ts'
import { StartError, wordsOfCause, wordsOfFileError } from '../core/start-error.ts'
import { checkExists } from '../database/opening/open-existing.ts'
import { findKey } from '../database/secrets-key.ts'
import { readPassphrase, writeEncrypted, writePlain } from './backup/format.ts'
import {
  checkNew,
  keepNewest,
  nameOfBackup,
  openNewFile,
  openStaging,
  secretsEnding,
} from './backup/new-file.ts'
import { addSecrets, copyToFile } from './backup/place-database.ts'
import { writeSecrets } from './backup/place-key.ts'
import { announceDatabase, runCommand, withUsage } from './command.ts'
import { usedSettingsFile } from './invocation/caller.ts'

/*
 * Copies the database as of one moment while servers run, with the key of secrets and the settings.
 */

const usage = `Usage: ${commandLine('backup')} <file> | --into <folder> [--keep <number>] [--encrypt] [--passphrase-file <file>]
The key of secrets and the settings go into a second file beside it, with the ending ${secretsEnding}, or
encrypted into the same one: --encrypt asks for a passphrase, --passphrase-file reads its first line.
With --into the name has the time, and --keep deletes all but the newest.`

await runCommand(async () => {
  const { file, into, keep, passphraseFile, isEncrypted } = readArguments()
  const configuration = readEnvironment()
  announceDatabase(configuration.database.address)
  checkExists(configuration.database.address)
  const name = nameOfBackup(new Date(), isEncrypted ? 'encrypted' : 'plain')
  const target = file ?? join(into ?? '', name)
  checkNew(target)
  if (!isEncrypted) checkNew(target + secretsEnding)
  const passphrase = isEncrypted ? await readPassphrase(passphraseFile, true) : undefined
  await backUp(configuration, target, passphrase)
  process.stdout.write(`Backed up to ${target}\n`)
  if (!isEncrypted) {
    process.stdout.write(
      `${target}${secretsEnding} has the key of secrets and the settings with their passwords: keep it in another place\n`,
    )
  }
  if (into !== undefined && keep !== undefined) keepNewest(into, keep)
})

function readArguments() {
  return withUsage(usage, () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        into: { type: 'string' },
        keep: { type: 'string' },
        encrypt: { type: 'boolean', default: false },
        'passphrase-file': { type: 'string' },
      },
    })
    const [file, ...more] = positionals
    if ((file === undefined) === (values.into === undefined) || more.length > 0)
      throw new Error('Name one file, or a folder')
    if (values.keep !== undefined && !(values.into && /^[1-9]\d{0,3}$/.test(values.keep)))
      throw new Error('--keep takes a number from 1, and needs --into')
    const passphraseFile = values['passphrase-file']
    return {
      file,
      into: values.into,
      keep: values.keep === undefined ? undefined : Number(values.keep),
      passphraseFile,
      isEncrypted: values.encrypt || passphraseFile !== undefined,
    }
  })
}

async function backUp(
  { database: { address }, secretsKey }: Configuration,
  target: string,
  passphrase: string | undefined,
): Promise<void> {
  const secrets = writeSecrets(usedSettingsFile(), await findKey(address, secretsKey))
  using written = openNewFile(target)
  try {
    using staging = openStaging(address)
    await copyToFile(address, staging.file)
    if (passphrase !== undefined) {
      addSecrets(staging.file, secrets)
      await writeEncrypted(staging.file, written.descriptor, passphrase)
      return written.finish()
    }
    writePlain(staging.file, written.descriptor)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`Cannot back up: ${wordsOfFileError(cause) ?? wordsOfCause(cause)}`)
  }
  using beside = openNewFile(target + secretsEnding)
  writeSync(beside.descriptor, secrets)
  written.finish()
  beside.finish()
}
