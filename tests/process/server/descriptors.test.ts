import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { abortDownloads } from '../../support/server/client.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/* The server's open file descriptors, as Linux reports them, while clients abort requests. */

const isLinux = process.platform === 'linux'
const script = 'assets/large.12345678.js'
/** So large that its end is not sent when its start has arrived. */
const scriptBytes = 2_000_000

async function startSite(folder: string, openFiles: number) {
  const site = join(folder, 'dist')
  await mkdir(join(site, 'assets'), { recursive: true })
  await writeFile(join(site, 'index.html'), '<h1>Home</h1>')
  await writeFile(join(site, script), randomBytes(scriptBytes / 2).toString('hex'))
  const environment = { DATABASE_URL: `file:${join(folder, 'aman.db')}`, SITE_DIRECTORY: site }
  const server = await startServerProcess(environment, [], undefined, `-n ${openFiles}`)
  const { url, pid } = server
  if (url === undefined) throw new Error(server.output().stderr)
  return {
    url,
    site,
    port: Number(new URL(url).port),
    output: server.output,
    openFiles: async () => (await readdir(`/proc/${pid}/fd`)).length,
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL')
    },
  }
}

test.skipIf(!isLinux)('thousands of aborted downloads leave no file descriptor open', async () => {
  await using folder = await temporaryFolder()
  await using server = await startSite(folder.path, 1024)
  await fetch(`${server.url}/api/ready`)
  const before = await server.openFiles()
  await abortDownloads(server.port, `/${script}`, 2000, 50)
  // The last sockets close a moment after their resets, and the connection of fetch may be open.
  await expect.poll(server.openFiles).toBeLessThanOrEqual(before)
  expect((await fetch(`${server.url}/`)).status).toBe(200)
})

test.skipIf(!isLinux)('more clients than file descriptors do not end the process', async () => {
  await using folder = await temporaryFolder()
  await using server = await startSite(folder.path, 100)
  const sockets = Array.from({ length: 200 }, () =>
    connect({ port: server.port, host: '127.0.0.1' }).on('error', () => {}),
  )
  for (const socket of sockets) {
    socket.write(`GET /${script} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  }
  await expect.poll(server.openFiles).toBeGreaterThanOrEqual(95)
  await setTimeout(500)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(() => fetch(`${server.url}/api/ready`).then(({ status }) => status, String))
    .toBe(200)
  expect(server.output().stderr).toBe('')
})

test('a file of the site that is deleted while the server runs is still served', async () => {
  await using folder = await temporaryFolder()
  await using server = await startSite(folder.path, 1024)
  await rm(server.site, { recursive: true })
  for (const path of ['/', `/${script}`]) {
    expect((await fetch(server.url + path)).status, path).toBe(200)
  }
})
