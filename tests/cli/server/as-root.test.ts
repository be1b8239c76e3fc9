import { execFile } from 'node:child_process'
import { chown, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { bundled } from '../../support/commands/bundle.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)
/** Every Debian has this account, and a group of the same name. */
const account = { name: 'daemon', id: 1 }

const owners = async (folder: string) => {
  const names = await readdir(folder)
  const found = names.map(async (name) => (await stat(join(folder, name))).uid)
  return [...new Set(await Promise.all(found))]
}

test.skipIf(process.getuid?.() !== 0)(
  "files that root names are root's, where the account of the data may not go, and the data stays the account's",
  async () => {
    await using data = await temporaryFolder()
    await using own = await temporaryFolder()
    const address = join(data.path, 'aman.db')
    await (await openDatabase(address)).destroy()
    for (const path of [data.path, address]) await chown(path, account.id, account.id)
    const settings = join(data.path, 'aman.env')
    await writeFile(settings, `DATABASE_URL=file:${address}\n`)
    await chown(settings, account.id, account.id)
    const aman = await bundled('server/cli/aman/aman.ts')
    const command = (...words: string[]) =>
      run(process.execPath, [aman, '--account', account.name, '--settings', settings, ...words], {
        cwd: own.path,
      })
    await command('backup', 'aman.db')
    await command('rspamd', '--operator', '--into', 'aman-files')
    expect(await readdir(own.path)).toEqual(['aman-files', 'aman.db', 'aman.db.secrets'])
    expect([...(await owners(own.path)), ...(await owners(join(own.path, 'aman-files')))]).toEqual([
      0, 0,
    ])
    expect(await owners(data.path)).toEqual([account.id])
  },
)
