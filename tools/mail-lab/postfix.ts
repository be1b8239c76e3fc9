import type { Keeper } from './start-keeper.ts'

interface PostfixOptions {
  /** Where `master` and its services are. */
  readonly daemons: string
  readonly port: number
  /** Domains whose mail it takes. */
  readonly domains: readonly string[]
  /** Where it passes the mail on to: `discard:`, or `smtp:[127.0.0.1]:2525`. */
  readonly transport: string
  /** Lines of main.cf as an operator has them. */
  readonly lines: string
  /** Addresses that it rewrites, for example `{ 'info@firm.example': 'lead@firm.example' }`. */
  readonly aliases?: Readonly<Record<string, string>>
}

const queueFolders = [
  'active bounce corrupt defer deferred flush hold incoming maildrop private public saved trace',
].flatMap((names) => names.split(' '))

/** Postfix with folders of its own. @returns how to start it */
export async function preparePostfix(keeper: Keeper, options: PostfixOptions) {
  const folder = `${keeper.folder}/postfix`
  await keeper.obey({ do: 'write', path: 'postfix/etc/main.cf', text: mainLines(folder, options) })
  await keeper.obey({ do: 'write', path: 'postfix/etc/master.cf', text: services(options.port) })
  await keeper.obey({ do: 'mkdir', path: 'postfix/queue/pid', account: 'root' })
  await keeper.obey({ do: 'mkdir', path: 'postfix/data', account: 'postfix' })
  for (const name of queueFolders) {
    await keeper.obey({ do: 'mkdir', path: `postfix/queue/${name}`, account: 'postfix' })
  }
  return {
    do: 'start',
    name: 'postfix',
    program: `${options.daemons}/master`,
    parameters: ['-d', '-c', `${folder}/etc`],
    account: 'root',
  } as const
}

function mainLines(folder: string, options: PostfixOptions): string {
  const aliases = Object.entries(options.aliases ?? {}).map(([from, to]) => `{ ${from} = ${to} }`)
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = ${options.daemons}
maillog_file = ${folder}/queue/mail.log
maillog_file_prefixes = ${folder}
mail_owner = postfix
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.olivebranch.example
mydestination =
alias_maps =
alias_database =
mynetworks =
recipient_delimiter = +
virtual_mailbox_domains = ${options.domains.join(', ')}
virtual_transport = ${options.transport}
${aliases.length === 0 ? '' : `virtual_alias_maps = inline:{ ${aliases.join(' ')} }`}
smtpd_recipient_restrictions = reject_unauth_destination
smtpd_authorized_xclient_hosts = 127.0.0.1
smtp_tls_security_level = none
minimal_backoff_time = 1s
queue_run_delay = 1s
${options.lines}`
}

/** The services of a mail server that only takes mail and passes it on, without chroot. */
function services(port: number): string {
  return `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`
}
