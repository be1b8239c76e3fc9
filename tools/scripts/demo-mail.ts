import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectionFiles } from '../../server/gateways/rspamd/files/connection-files.ts'
import { whenParentIsLost } from '../../server/lost-parent.ts'
import { startMailLab } from '../mail-lab/lab.ts'
import { findMailPrograms } from '../mail-lab/programs.ts'
import { makeInternet } from '../mail-lab/senders.ts'
import { domain, mails, repeated, senders } from './demo-mail/mails.ts'
import { issueKey, startDemo } from './demo-mail/start-demo.ts'

/*
 * npm run demo:mail -- [--pause 1.5]: the demo with real mail. Postfix and rspamd of this machine run beside it on
 * loopback, made-up mails come in by SMTP, and a red flag stops the next one. Everything ends with it.
 */

const repeatMs = 8000
/** The printed files look at flags less often. */
const pollSeconds = 1

const { values } = parseArgs({ options: { pause: { type: 'string', default: '1.5' } } })
/** Between two mails. */
const pauseMs = Number(values.pause) * 1000

const programs = findMailPrograms()
if ('missing' in programs) {
  console.error(`npm run demo:mail needs Postfix and rspamd. ${programs.missing}`)
  process.exit(1)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopping.abort())
}
whenParentIsLost(() => stopping.abort())

try {
  await using demo = await startDemo(stopping.signal)
  console.log(demo.banner)
  console.log('\nStarting Postfix and rspamd …')
  const files = connectionFiles({
    provider: 'postfix-rspamd',
    origin: demo.url,
    reportKey: await issueKey(demo, 'report'),
    flagsKey: await issueKey(demo, 'flags'),
    analyseKey: await issueKey(demo, 'analyse'),
  })
  const internet = makeInternet(Object.values(senders))
  await using lab = await startMailLab({
    programs,
    zone: internet.zone,
    domains: [domain],
    rspamdFiles: Object.fromEntries(
      files
        .filter(({ path }) => path.startsWith('/etc/rspamd/'))
        .map(({ path, text }) => [
          path.replace('/etc/rspamd/', ''),
          text.replaceAll(/\bpoll = \d+/g, `poll = ${pollSeconds}`),
        ]),
    ),
    postfixLines: files.find(({ name }) => name === 'main.cf')?.text ?? '',
  })
  const send = async ({ sender, mail }: (typeof mails)[number]) => {
    const { envelope, message } = await internet.compose(sender, mail)
    const { code, text } = await lab.deliver(envelope, message)
    console.log(`${code} ${text.padEnd(40).slice(0, 40)} ${mail.to.join(', ')}: ${mail.subject}`)
  }
  console.log(`Postfix takes mail to …@${domain} at 127.0.0.1:${lab.smtpPort}

Sign in at ${demo.url}/login as employee, and watch the mails arrive (reload the dashboard).
`)
  for (const mail of mails) {
    await send(mail)
    await setTimeout(pauseMs, undefined, { signal: stopping.signal })
  }
  console.log(`
Now stop one at SMTP: on the employee's dashboard open Flags, and add a red flag for
  ${repeated.sender.domain}
Within ${4 * pollSeconds + 1} seconds the next mail from there is answered with 554.
${process.stdin.isTTY ? 'Press Enter for the next mail, Ctrl-C to end everything.' : 'It is sent again and again.'}
`)
  const lines = createInterface({ input: process.stdin })
  for (;;) {
    if (process.stdin.isTTY) await once(lines, 'line', { signal: stopping.signal })
    else
      await setTimeout(Math.min(repeatMs, 5 * pauseMs + 200), undefined, {
        signal: stopping.signal,
      })
    await send(repeated)
  }
} catch (cause) {
  if (!stopping.signal.aborted) throw cause
}
console.log('Everything has ended.')
process.exit(0)
