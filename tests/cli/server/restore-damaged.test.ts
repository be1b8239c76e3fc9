import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { bundled } from '../../support/commands/bundle.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)
const backUp = prepareCommand('backup')
const restore = prepareCommand('restore')

const place = (path: string) => ({ environment: { DATABASE_URL: `file:${path}` } })

const damages: [string, (file: string) => Promise<void>, RegExp][] = [
  ['cut short', async (file) => truncate(file, (await stat(file)).size - 5000), /checksum differs/],
  ['changed in one byte', (file) => changeByte(file, 9000), /checksum differs/],
  ['no backup', (file) => writeFile(file, 'An invoice\n'.repeat(99)), /is no backup of Aman/],
  ['empty', (file) => writeFile(file, ''), /is no backup of Aman/],
  ['torn within', (file) => tear(file), /Cannot restore .*torn within: /],
  ['of another program', (file) => makeOther(file), /holds no data of Aman/],
  ['with a trigger of its own', (file) => addTrigger(file), /triggers or views that are not/],
  ['of a newer release', (file) => addMigration(file), /it is of Aman 99\.0\.0 or newer/],
]

async function changeByte(file: string, position: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[position] = (bytes[position] ?? 0) ^ 1
  await writeFile(file, bytes)
}

/** An earlier release wrote it, so that no checksum tells. */
async function tear(file: string): Promise<void> {
  await change(file, 'select 1')
  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(255, 8192, 40_960))
}

/** Without the checksum, as backups of earlier releases. */
async function change(file: string, statement: string): Promise<void> {
  using database = new DatabaseSync(file)
  database.exec(`${statement}; vacuum`)
}

const addTrigger = (file: string) =>
  change(file, 'create trigger mine after insert on sessions begin delete from audit; end')

const addMigration = (file: string) =>
  change(file, "insert into kysely_migration values ('0099-x@99.0.0', '2030-01-01T00:00:00Z')")

async function makeOther(file: string): Promise<void> {
  await writeFile(file, '')
  await change(file, 'create table invoices (id text)')
}

test('a file that is damaged, hostile or of another program is refused in one line, and nothing is written', async () => {
  await using folder = await temporaryFolder()
  const lost = join(folder.path, 'aman.db')
  await (await openDatabase(lost)).destroy()
  const whole = join(folder.path, 'whole')
  await backUp(place(lost), whole)
  const target = join(folder.path, 'new')
  await mkdir(target)
  const refuse = async (file: string, words: RegExp, ...options: string[]) => {
    const restoring = restore(place(join(target, 'aman.db')), file, ...options)
    const failure: unknown = await restoring.catch((cause: unknown) => cause)
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(words) })
    expect(failure).not.toMatchObject({ stderr: expect.stringMatching(/\n\s+at /) })
    expect(await readdir(target)).toEqual([])
  }
  for (const [name, damage, words] of damages) {
    const file = join(folder.path, name)
    await copyFile(whole, file)
    await damage(file)
    await refuse(file, words)
  }
  const passphraseFile = join(folder.path, 'passphrase')
  await writeFile(passphraseFile, 'violet kettle drum\n')
  const passphrase = ['--passphrase-file', passphraseFile]
  const sealed = join(folder.path, 'sealed')
  await backUp(place(lost), sealed, ...passphrase)
  await refuse(sealed, /A passphrase is needed/)
  await refuse(
    sealed,
    /Cannot decrypt .*: the passphrase is another one/,
    '--passphrase-file',
    whole,
  )
  await truncate(sealed, (await stat(sealed)).size - 70_000)
  await refuse(sealed, /Cannot decrypt .* or the file is damaged/, ...passphrase)
  await refuse(join(folder.path, 'none'), /Cannot use .*none: ENOENT: no such file or directory\n$/)
})

test('the file of an earlier release, which has no checksum, is restored', async () => {
  await using folder = await temporaryFolder()
  const lost = join(folder.path, 'aman.db')
  await (await openDatabase(lost)).destroy()
  const { stdout } = await restore(place(join(folder.path, 'new', 'aman.db')), lost)
  expect(stdout).toContain(`Restored ${lost} to `)
})

test('a full disk ends a backup and a restore in one line, and leaves nothing', async () => {
  await using folder = await temporaryFolder()
  const lost = join(folder.path, 'lost', 'aman.db')
  await (await openDatabase(lost)).destroy()
  const whole = join(folder.path, 'whole')
  await backUp(place(lost), whole)
  // The copy fits, and with its checksum it does not.
  const copyBytes = Math.floor((await stat(whole)).size / 1024) * 1024
  const target = join(folder.path, 'target')
  await mkdir(target)
  const fill = async (name: string, bytes: number, address: string, ...options: string[]) => {
    const limited = `ulimit -f ${bytes / 512} && exec "$0" "$@"`
    const command = [process.execPath, await bundled(`server/cli/${name}.ts`), ...options]
    const env = { ...process.env, ...place(address).environment }
    return run('sh', ['-c', limited, ...command], { env })
  }
  for (const failing of [
    () => fill('backup', copyBytes, lost, join(target, 'aman.db')),
    () => fill('restore', copyBytes - 1024, join(target, 'aman.db'), whole),
  ]) {
    const stderr = expect.stringMatching(
      /^Database: .*\n(?:Cannot back up: )?Cannot write: EFBIG: .*\n$/,
    )
    await expect(failing()).rejects.toMatchObject({ code: 1, stderr })
  }
  expect(await readdir(target)).toEqual([])
})
