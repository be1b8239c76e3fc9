import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startStandIn } from '../support/mail-lab/stand-in.ts'
import { mailPrograms, senders, startTestLab } from '../support/mail-lab/start.ts'
import { freePort } from '../support/server/free-port.ts'

const key = 'aman_gateway_secret'
const salma = 'salma@olivebranch.example'
const flags = { red: [`${salma}|cedar-supplies.example`], green: ['a@b.example|c.example'] }
const mail = {
  from: 'layla@cedar-supplies.example',
  to: [salma],
  subject: 'Our offer',
  text: 'It stands.',
}

/** Files below a folder that have the key in them, but for the configuration. */
async function filesWithKey(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || path.startsWith(join(folder, 'rspamd/etc/'))) continue
    // Some files of rspamd's are there for a moment only.
    const text = await readFile(path, 'latin1').catch(() => '')
    if (text.includes(key)) found.push(path)
  }
  return found
}

async function modesOfMaps(folder: string): Promise<number[]> {
  const state = join(folder, 'rspamd/state')
  const maps = (await readdir(state)).filter((name) => /^aman-.*\.map$/.test(name))
  return Promise.all(maps.map(async (name) => (await stat(join(state, name))).mode & 0o777))
}

test.skipIf(mailPrograms === undefined)(
  'one process of rspamd asks for the flags, which outlive Aman and rspamd, and the key is in no log and no address',
  async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    await using lab = await startTestLab({
      origin,
      flagsKey: key,
      // As an earlier version of Aman printed it.
      edit: (text) => text.replace('green = "http://', `green = "http://rspamd:${key}@`),
    })
    expect((await lab.send(senders.supplier, mail)).code).toBe(250)
    {
      await using aman = await startStandIn(flags, port)
      await lab.flagsAre('red', 1)
      await lab.flagsAre('green', 1)
      expect((await lab.send(senders.supplier, mail)).code).toBe(554)
      const urls = ['/api/rspamd/flags/green', '/api/rspamd/flags/red']
      expect([...new Set(aman.looks.map(({ url }) => url))].toSorted()).toEqual(urls)
      expect(new Set(aman.looks.map(({ authorization }) => authorization))).toEqual(
        new Set([`Bearer ${key}`]),
      )
      // The files hold addresses of users.
      expect(await modesOfMaps(lab.mail.folder)).toEqual([0o600, 0o600])
      // Each process that asks has no tag at first.
      expect(aman.looks.filter(({ tag }) => tag === undefined)).toHaveLength(2)
    }
    await lab.mail.end('rspamd', 'SIGTERM')
    await lab.mail.start('rspamd')
    await lab.flagsAre('red', 1)
    expect((await lab.send(senders.supplier, mail)).code).toBe(554)
    {
      const changed = { ...flags, red: [...flags.red, `${salma}|other.example`] }
      await using _aman = await startStandIn(changed, port)
      await lab.flagsAre('red', 2)
    }
    const log = await lab.mail.log('rspamd')
    expect(log.match(/red flags stay as they are/g)?.length).toBeLessThan(4)
    expect(await filesWithKey(lab.mail.folder)).toEqual([])
  },
)
