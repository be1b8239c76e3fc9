import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSettings } from '../../../server/cli/invocation/caller.ts'
import { bundled } from '../../support/commands/bundle.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function run(...parameters: string[]) {
  const aman = await bundled('server/cli/aman/aman.ts')
  const ended = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>()
  // This machine may trust an authority of its own.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  execFile(process.execPath, [aman, ...parameters], { env }, (cause, stdout, stderr) =>
    ended.resolve({ code: cause?.code, stdout, stderr }),
  )
  return ended.promise
}

test.each([
  ['\uFEFFPORT=80\r\nHOST=::1\r\n', { PORT: '80', HOST: '::1' }],
  ['PORT=80\rHOST=::1', { PORT: '80', HOST: '::1' }],
  [`PORT="80" # of the proxy\nHOST='::1'`, { PORT: '80', HOST: '::1' }],
  ['export PORT = 80\n  # HOST=b\nHOST=a # b', { PORT: '80', HOST: 'a' }],
  ['SMTP_URL=smtps://a:p#s=s"w@b\nHOST=', { SMTP_URL: 'smtps://a:p#s=s"w@b', HOST: '' }],
])('a file of settings means what people mean by %j', (text, values) => {
  expect(parseSettings(text)).toEqual({ values: new Map(Object.entries(values)), problems: [] })
})

test('all that is wrong in a file of settings is named at once, lines and values', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'aman.env')
  const lines = [
    'PORT=abc',
    'PUBLC_URL=https://aman.example',
    'HOST 127.0.0.1',
    'MAIL_FROM="no-reply@firm.example',
    'SUPPORT_EMAIL=“support@firm.example”',
    'PORT=80',
    'SMTP_URL=https://a:topsecret@b',
  ]
  await writeFile(file, lines.join('\r\n'))
  const { code, stderr } = await run('--settings', file, 'doctor')
  expect(code).toBe(1)
  expect(stderr.trimEnd().split('\n')).toEqual([
    `${file}, line 2: PUBLC_URL is not a setting of Aman: is PUBLIC_URL meant?`,
    `${file}, line 3: NAME=value is expected`,
    expect.stringMatching(/, line 4: the value of MAIL_FROM begins or ends with a quote alone: /),
    expect.stringMatching(/, line 5: the value of SUPPORT_EMAIL begins or ends with a quote/),
    `${file}, line 6: PORT is set a second time: delete one of the lines`,
    "PORT is 'abc', but a whole number from 0 to 65535 is expected",
    "SMTP_URL is '…', but smtp://user:password@host:port or smtps://… is expected",
  ])
  await writeFile(file, Buffer.from('\uFEFFPORT=80\n', 'utf16le'))
  expect((await run('--settings', file, 'version')).stderr).toBe(
    `Cannot read the settings in ${file}: save it in UTF-8\n`,
  )
})

test('an authority in a file of settings is trusted over TLS', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder()
  const { key, cert } = await makeCertificate(60)
  const site = createServer({ key, cert }, (_, answer) => answer.end('{"status":"ok"}'))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const authority = join(folder.path, 'authority.pem')
  await writeFile(authority, cert)
  const file = join(folder.path, 'aman.env')
  const settings = [
    `DATABASE_URL=file:${join(folder.path, 'aman.db')}`,
    `PUBLIC_URL=https://localhost:${Object(site.address()).port}`,
  ]
  await writeFile(file, settings.join('\n'))
  const untrusted = await run('--settings', file, 'doctor')
  expect(untrusted.stdout).toMatch(/^wrong {5}The certificate of localhost is not trusted/m)
  await writeFile(file, [...settings, `NODE_EXTRA_CA_CERTS="${authority}"`].join('\r\n'))
  const { stdout } = await run('--settings', file, 'doctor')
  expect(stdout).toMatch(/^well {6}The certificate of localhost is valid for/m)
  expect(stdout).toMatch(/^well {6}https:\/\/localhost:\d+ leads to Aman/m)
  site.closeAllConnections()
  site.close()
})
