import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from './free-ports.ts'
import { daemonOf, type ImapOptions, openPlace, type StartedImap } from './imap-place.ts'
import { makeMaildirs } from './maildir.ts'

interface DovecotOptions extends Omit<ImapOptions, 'certificate'> {
  readonly program: string
  /** Without it there is no TLS. */
  readonly certificate?: ImapOptions['certificate']
  /** More lines of its configuration. */
  readonly lines?: string
}

/** Debian's Dovecot, for an account without rights. */
export async function startDovecot(options: DovecotOptions): Promise<StartedImap> {
  const { program, users, certificate, isOld = false, mostMails, lines = '' } = options
  const place = await openPlace('dovecot')
  const { folder, uid, gid, names } = place
  const [tlsPort = 0, plainPort = 0] = await freePorts(2)
  for (const name of ['run', 'state', 'home']) await place.make(name)
  const maildirs = await makeMaildirs(place, Object.keys(users))
  const passwords = Object.entries(users).map(([user, password]) => `${user}:{PLAIN}${password}\n`)
  await place.write('passwords', passwords.join(''))
  if (certificate !== undefined) {
    await place.write('cert.pem', certificate.cert)
    await place.write('key.pem', certificate.key)
  }
  const tls =
    certificate === undefined
      ? 'ssl = no\ndisable_plaintext_auth = no'
      : `ssl = required\nssl_cert = <${folder}/cert.pem\nssl_key = <${folder}/key.pem`
  await place.write(
    'dovecot.conf',
    `base_dir = ${folder}/run
state_dir = ${folder}/state
instance_name = ${folder}
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
${tls}
default_internal_user = ${names.user}
default_internal_group = ${names.group}
default_login_user = ${names.user}
mail_location = maildir:${folder}/mail/%n
first_valid_uid = 1
mail_max_userip_connections = 100
auth_failure_delay = 0
${isOld ? 'imap_capability = IMAP4rev1 UIDPLUS LITERAL+ NAMESPACE SPECIAL-USE' : ''}
${mostMails === undefined ? '' : quotaOf(mostMails)}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n ${folder}/passwords
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home/%n
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${certificate === undefined ? 0 : tlsPort}
  }
}
# Wrong passwords cost no time.
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Junk {
    auto = subscribe
    special_use = \\Junk
  }
}
${lines}
`,
  )
  const daemon = daemonOf({
    program,
    args: ['-F', '-c', join(folder, 'dovecot.conf')],
    account: { uid, gid },
    ports: [plainPort],
  })
  await daemon.start()
  return {
    ...daemon,
    ...maildirs,
    tlsPort,
    plainPort,
    async setPassword(user, password) {
      await place.write('passwords', `${user}:{PLAIN}${password}\n`)
    },
    async forgetUids(user) {
      const inbox = join(folder, 'mail', user)
      for (const name of await readdir(inbox)) {
        if (name.startsWith('dovecot')) await rm(join(inbox, name))
      }
    },
    async [Symbol.asyncDispose]() {
      await daemon.stop()
      await place.remove()
    },
  }
}

function quotaOf(mails: number): string {
  return `mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:User
  quota_vsizes = yes
  quota_rule = *:messages=${mails}
}`
}
