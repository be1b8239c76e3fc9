import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '../browser/browser.ts'
import { serverUnderTest } from '../server/server-under-test.ts'

/** The link in the only mail that the server under test has written to a user. */
export async function linkMailedTo(email: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    link = await findLink(email)
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

async function findLink(email: string): Promise<string | undefined> {
  const names = await readdir(serverUnderTest.outbox)
  for (const name of names.toReversed()) {
    const mail = await readFile(join(serverUnderTest.outbox, name), 'utf8')
    // The line is longer than lines of mail may be.
    const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    if (!text.includes(`To: ${email}`)) continue
    return /\S+\/set-password\/#\S{43}/.exec(text)?.[0]
  }
  return undefined
}
