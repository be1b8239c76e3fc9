import {
  type ConnectionOptions,
  connectionFiles,
} from '../../../server/gateways/rspamd/files/connection-files.ts'
import { type MailLab, startMailLab } from '../../../tools/mail-lab/lab.ts'
import { findMailPrograms, type MailPrograms } from '../../../tools/mail-lab/programs.ts'
import type { RspamdFiles } from '../../../tools/mail-lab/rspamd.ts'
import { type ComposedMail, makeInternet, type Sender } from '../../../tools/mail-lab/senders.ts'
import type { SmtpAnswer } from '../../../tools/mail-lab/smtp-client.ts'
import { startSmtpServer, type TestSmtpServer } from '../mail/smtp-server.ts'
import { until } from '../until.ts'

/** Firms on the made-up internet of the tests. */
export const senders = {
  /** Signs its mail, and is what it says. */
  supplier: { domain: 'cedar-supplies.example', address: '203.0.113.10', proves: true },
  /** Its domain in Unicode is bücher.example. */
  bookshop: { domain: 'xn--bcher-kva.example', address: '203.0.113.30', proves: true },
  /** Nothing proves who it is. */
  lookalike: { domain: 'olive-branch-verify.example', address: '198.51.100.70', proves: false },
  /** On a list of domains that are used for phishing; it signs its mail all the same. */
  phisher: {
    domain: 'quick-parcel.example',
    address: '198.51.100.67',
    proves: true,
    listed: '127.0.1.4',
  },
} as const satisfies Record<string, Sender>

const found = findMailPrograms()
/** Undefined where a test has to be skipped. */
export const mailPrograms: MailPrograms | undefined = 'missing' in found ? undefined : found
export const missingMailPrograms = 'missing' in found ? found.missing : undefined

const labDomain = 'olivebranch.example'

/** The printed configuration in the programs of this machine, between senders and mailboxes. */
export interface TestLab extends AsyncDisposable {
  readonly mail: MailLab
  /** The servers of the mailboxes. */
  readonly mailboxes: TestSmtpServer
  /** @returns what Postfix answers to the whole mail */
  send(sender: Sender, mail: ComposedMail): Promise<SmtpAnswer>
  /** Waits until the process that judges mail knows so many flags. */
  flagsAre(color: 'red' | 'green', count: number): Promise<void>
  /** Waits until it knows so many domains, and addresses among them. */
  domainsAre(count: number): Promise<void>
}

interface TestLabOptions extends Omit<ConnectionOptions, 'provider'> {
  /** Keeps the printed time between two looks at the flags, for what measures it. */
  readonly keepsPoll?: boolean
  readonly aliases?: Readonly<Record<string, string>>
  /** Added to the printed files. */
  readonly rspamdFiles?: RspamdFiles
  readonly domains?: readonly string[]
  /** Changes what is printed, as an operator would. */
  readonly edit?: (text: string) => string
}

export async function startTestLab(options: TestLabOptions): Promise<TestLab> {
  if (mailPrograms === undefined) throw new Error(missingMailPrograms)
  const { keepsPoll = false, aliases = {}, rspamdFiles = {}, edit = (text) => text } = options
  await using started = new AsyncDisposableStack()
  const mailboxes = started.use(await startSmtpServer())
  const internet = makeInternet(Object.values(senders))
  const printed = connectionFiles({ ...options, provider: 'postfix-rspamd' }).map((file) => ({
    ...file,
    text: edit(keepsPoll ? file.text : file.text.replaceAll(/\bpoll = \d+/g, 'poll = 1')),
  }))
  const mail = started.use(
    await startMailLab({
      programs: mailPrograms,
      zone: internet.zone,
      domains: [labDomain, ...(options.domains ?? [])],
      transport: `smtp:[127.0.0.1]:${new URL(mailboxes.url).port}`,
      aliases,
      postfixLines: printed
        .filter(({ path }) => path === '/etc/postfix/main.cf')
        .map(({ text }) => text)
        .join(''),
      rspamdFiles: {
        ...Object.fromEntries(
          printed
            .filter(({ path }) => path.startsWith('/etc/rspamd/'))
            .map(({ path, text }) => [path.replace('/etc/rspamd/', ''), text]),
        ),
        ...rspamdFiles,
      },
    }),
  )
  async function linesAre(name: string, count: number) {
    const told = new RegExp(`\\(rspamd_proxy\\).*Aman: ${name} are (\\d+)`, 'g')
    const isTold = async () =>
      [...(await mail.log('rspamd')).matchAll(told)].at(-1)?.[1] === String(count)
    if (await until(isTold, { everyMs: 100 })) return
    throw new Error(`the ${name} are not ${count}`)
  }
  const parts = started.move()
  return {
    mail,
    mailboxes,
    async send(sender, composed) {
      const { envelope, message } = await internet.compose(sender, composed)
      return mail.deliver(envelope, message)
    },
    flagsAre: (color, count) => linesAre(`${color} flags`, count),
    domainsAre: (count) => linesAre('domains', count),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
