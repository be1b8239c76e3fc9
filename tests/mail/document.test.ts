import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startMailLab } from '../../scripts/mail-lab/lab.ts'
import { findProgram } from '../../scripts/mail-lab/programs.ts'
import { makeInternet } from '../../scripts/mail-lab/senders.ts'
import { makeOrganization, makeUser } from '../support/factories.ts'
import { senders } from '../support/mail-lab/senders.ts'
import { mailPrograms } from '../support/mail-lab/start.ts'
import { openPlace } from '../support/place.ts'
import { startServer } from '../support/running-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(repository, 'docs/connect-your-mail.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  )
const [, keysAndFiles = '', install = '', sendOne = ''] = blocks('sh')

const canRun = mailPrograms !== undefined && findProgram('swaks') !== undefined

test.skipIf(!canRun)(
  'the documented commands for Debian connect Postfix and rspamd with Aman',
  { tags: ['A451'], timeout: 120_000 },
  async () => {
    await using folder = await temporaryFolder()
    const databaseUrl = `file:${join(folder.path, 'aman.db')}`
    await using place = await openPlace(databaseUrl)
    const organizationId = await makeOrganization(place, { name: 'Your Firm' })
    const user = await makeUser(place, { organizationId, email: 'employee@your-domain.example' })
    await using server = await startServer(databaseUrl)
    const etc = join(folder.path, 'etc')
    await mkdir(join(etc, 'postfix'), { recursive: true })
    // The project's folder, in which the commands may write.
    for (const name of ['server', 'contract', 'node_modules', 'src']) {
      await symlink(join(repository, name), join(folder.path, name))
    }
    await cp(join(repository, 'package.json'), join(folder.path, 'package.json'))
    /** In a shell where paths, names and services are those of the test. */
    const inShell = async (commands: string, keys: Record<string, string> = {}) => {
      const text = commands
        .replaceAll('/etc/', `${etc}/`)
        .replaceAll('--group=_rspamd ', '')
        .replaceAll('https://aman.firm.example', server.url)
        .replaceAll('sudo rspamadm configtest', 'configtest')
      const shell = `set -e
sudo() { "$@"; }
systemctl() { :; }
configtest() { rspamadm --var=LOCAL_CONFDIR=${etc}/rspamd configtest -c /etc/rspamd/rspamd.conf; }
${text}`
      const environment = { ...process.env, ...keys, DATABASE_URL: databaseUrl }
      const { stdout } = await run('bash', ['-c', shell], { cwd: folder.path, env: environment })
      return stdout
    }

    const printed = await inShell(keysAndFiles)
    const [report = '', flags = ''] = printed.match(/aman_gateway_\S+/g) ?? []
    expect(await inShell(install, { REPORT_KEY: report, FLAGS_KEY: flags })).toContain('syntax OK')

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
      domains: ['your-domain.example'],
      rspamdFiles: Object.fromEntries(installed),
      postfixLines: await readFile(join(etc, 'postfix/main.cf'), 'utf8'),
    })
    const said = await inShell(
      sendOne.replace('--server 127.0.0.1', `--server 127.0.0.1:${lab.smtpPort}`),
    )
    expect(said).toContain('250 2.0.0 Ok: queued')
    const scans = place.database.selectFrom('scans').select('sender_domain')
    expect(await scans.where('user_id', '=', user.id).execute()).toEqual([
      { sender_domain: 'example.org' },
    ])
  },
)

test.skipIf(!canRun)(
  'the documented files keep rspamd from asking others about mail',
  { tags: ['A451'], timeout: 120_000 },
  async () => {
    if (mailPrograms === undefined) throw new Error('the programs are missing')
    const internet = makeInternet(Object.values(senders))
    const overrides = blocks('ucl').map((text) => {
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
  },
)
