import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startMailLab } from '../../tools/mail-lab/lab.ts'
import { findProgram } from '../../tools/mail-lab/programs.ts'
import { makeInternet } from '../../tools/mail-lab/senders.ts'
import { root } from '../../tools/scripts/run-command.ts'
import { openPlace } from '../support/browser/place.ts'
import { mailPrograms, senders } from '../support/mail-lab/start.ts'
import { startServer } from '../support/server/running-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { makeOrganization, makeUser } from '../support/worlds/factories.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../..')
const command = join(repository, 'server/cli/aman/aman.ts')
const page = readFileSync(join(repository, 'docs/connect-your-mail.md'), 'utf8')
const { connect, sendMail, listKeys } = readPage()
const firm = /^FIRM='(.+)'$/m.exec(page)?.[1] ?? ''
const email = /^EMAIL=(\S+)$/m.exec(page)?.[1] ?? ''

const canRun = mailPrograms !== undefined && findProgram('swaks') !== undefined

/** The folder of a release and `/etc` in a folder, where the commands of the page may write. */
async function openMachine(folder: string, databaseUrl: string, origin: string) {
  const etc = join(folder, 'etc')
  await mkdir(join(etc, 'postfix'), { recursive: true })
  return {
    etc,
    /** In a shell where paths and ports are those of the test, and programs are neither installed nor started. */
    async inShell(commands: string) {
      const text = commands
        .replaceAll('/etc/', `${etc}/`)
        .replaceAll('/opt/aman', folder)
        .replaceAll('--group=_rspamd ', '')
        .replaceAll('http://127.0.0.1:4321', origin)
        .replaceAll('rspamadm configtest', 'configtest')
      const shell = `set -e
aman() { '${process.execPath}' '${command}' "$@"; }
debconf-set-selections() { :; }
apt-get() { :; }
useradd() { :; }
service() { :; }
rspamc() { :; }
configtest() { rspamadm --var=LOCAL_CONFDIR=${etc}/rspamd configtest -c /etc/rspamd/rspamd.conf; }
${text}`
      const environment = { ...process.env, DATABASE_URL: databaseUrl }
      const { stdout } = await run('bash', ['-c', shell], { cwd: folder, env: environment })
      return stdout
    },
  }
}

test.skipIf(!canRun)(
  'the documented commands for Debian connect Postfix and rspamd with Aman',
  async () => {
    await using folder = await temporaryFolder()
    const databaseUrl = `file:${join(folder.path, 'aman.db')}`
    await using place = await openPlace(databaseUrl)
    const organizationId = await makeOrganization(place, { name: firm })
    const user = await makeUser(place, { organizationId, email })
    await using server = await startServer(databaseUrl)
    const { etc, inShell } = await openMachine(folder.path, databaseUrl, server.url)
    expect(await inShell(connect.join(''))).toContain('syntax OK')

    const paths = [
      'local.d/metadata_exporter.conf',
      'rspamd.conf.local',
      'plugins.d/aman.lua',
      'local.d/worker-proxy.inc',
    ]
    const installed = await Promise.all(
      paths.map(async (path) => [path, await readFile(join(etc, 'rspamd', path), 'utf8')] as const),
    )
    if (mailPrograms === undefined) throw new Error('the programs are missing')
    await using lab = await startMailLab({
      programs: mailPrograms,
      zone: makeInternet(Object.values(senders)).zone,
      domains: [email.split('@')[1] ?? ''],
      rspamdFiles: Object.fromEntries(installed),
      postfixLines: await readFile(join(etc, 'postfix/main.cf'), 'utf8'),
    })
    const [names = ''] = connect
    const send = sendMail.replace('--server 127.0.0.1', `--server 127.0.0.1:${lab.smtpPort}`)
    expect(await inShell(`${names}${send}`)).toContain('250 2.0.0 Ok: queued')
    const scans = place.database.selectFrom('scans').select('sender_domain')
    expect(await scans.where('user_id', '=', user.id).execute()).toEqual([
      { sender_domain: 'example.org' },
    ])
    expect(await inShell(`${names}${listKeys}`)).toMatch(/scope report {2}last used \d/)
  },
)

test('without an organization the documented commands write no empty key', async () => {
  await using folder = await temporaryFolder()
  const databaseUrl = `file:${join(folder.path, 'aman.db')}`
  await using _place = await openPlace(databaseUrl)
  const { inShell } = await openMachine(folder.path, databaseUrl, 'http://127.0.0.1:9')
  const files = join(folder.path, 'aman-files')
  await mkdir(files)
  for (const name of ['metadata_exporter.conf', 'rspamd.conf.local']) {
    const printed = name === 'rspamd.conf.local' ? 'THE-FLAGS-KEY' : 'THE-REPORT-KEY'
    await writeFile(join(files, name), `${printed}\n`)
  }
  const [names = '', , keys = ''] = connect
  // A reader goes on after an error.
  await expect(inShell(`set +e\n${names}${keys}`)).rejects.toThrow('REPORT_KEY: parameter null')
  const [, flagsLine = ''] = /^(sed .*THE-FLAGS-KEY.*)$/m.exec(keys) ?? []
  await expect(inShell(flagsLine)).rejects.toThrow('FLAGS_KEY: parameter null')
  expect(await readFile(join(files, 'metadata_exporter.conf'), 'utf8')).toBe('THE-REPORT-KEY\n')
  expect(await readFile(join(files, 'rspamd.conf.local'), 'utf8')).toBe('THE-FLAGS-KEY\n')
})

test.skipIf(!canRun)('the documented files keep rspamd from asking others about mail', async () => {
  if (mailPrograms === undefined) throw new Error('the programs are missing')
  const internet = makeInternet(Object.values(senders))
  const files = page.matchAll(/^```ucl\n([\s\S]*?)^```/gm)
  const overrides = [...files].map(([, text = '']) => {
    const name = /^# (\S+)/.exec(text)?.[1] ?? ''
    return [`override.d/${name}`, text] as const
  })
  expect(overrides).toHaveLength(4)
  await using lab = await startMailLab({
    programs: mailPrograms,
    zone: internet.zone,
    domains: ['your-domain.example'],
    rspamdFiles: {
      ...Object.fromEntries(overrides),
      'local.d/worker-proxy.inc': 'upstream "local" { default = yes; self_scan = yes; }\n',
    },
    postfixLines: 'smtpd_milters = inet:127.0.0.1:11332\n',
  })
  const { envelope, message } = await internet.compose(senders.supplier, {
    from: 'layla@cedar-supplies.example',
    to: ['employee@your-domain.example'],
    subject: 'Offer',
    html: '<a href="http://pay-quickly.example/7">https://www.olive-bank.example/7</a>',
  })
  expect((await lab.deliver(envelope, message)).code).toBe(250)
  const others = [...lab.dns.asked].filter(
    (name) =>
      !name.endsWith('cedar-supplies.example') &&
      !name.endsWith('.in-addr.arpa') &&
      // Where lists are fetched, which say nothing about mail.
      !['maps.rspamd.com', 'updates.rspamd.com'].includes(name),
  )
  expect(others).toEqual([])
  expect(lab.dns.asked).toContain('_dmarc.cedar-supplies.example')
})

/** The commands of 'From nothing' in docs/connect-your-mail.md, as they stand. */
interface PageCommands {
  /** Stays in its shell. */
  readonly startAman: string
  /** From the names to the programs that run with the printed files, one after the other. */
  readonly connect: readonly string[]
  readonly sendMail: string
  readonly listKeys: string
}

/** @throws Error for a page with other commands than the attack expects */
function readPage(): PageCommands {
  const page = readFileSync(join(root, 'docs/connect-your-mail.md'), 'utf8')
  const [, section = ''] = page.split('## Postfix and rspamd on Debian\n')
  const [fromNothing = ''] = section.split(/^#/m)
  const [startAman = '', ...blocks] = [...fromNothing.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    ([, text = '']) => text,
  )
  const [sendMail = '', listKeys = ''] = blocks.splice(-2)
  if (
    !startAman.endsWith('aman start --demo\n') ||
    !sendMail.startsWith('swaks') ||
    blocks.length < 4
  ) {
    throw new Error('connect-your-mail.md has other commands than this attack runs')
  }
  return { startAman, connect: blocks, sendMail, listKeys }
}
