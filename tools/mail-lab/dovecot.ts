import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from './free-ports.ts'
import {
  daemonOf,
  type ImapOptions,
  type ImapPlace,
  openPlace,
  type StartedImap,
} from './imap-place.ts'

const parts = ['', 'new', 'cur', 'tmp']

/**
 * Mailboxes as Maildir in the folder `mail`, which Dovecot and Courier have in common.
 * @param uidFiles the beginning of the names of files with numbers of mails
 * @param encode makes the name of a folder on the disk
 */
export async function makeMaildirs(
  place: ImapPlace,
  users: readonly string[],
  uidFiles: string,
  encode = encodeName,
): Promise<Pick<StartedImap, 'deliver' | 'mailsIn' | 'forgetUids'>> {
  await place.make('mail')
  for (const user of users) {
    for (const part of parts) await place.make(join('mail', user, part))
  }
  const pathOf = (user: string, name?: string) =>
    join(place.folder, 'mail', user, name === undefined ? '' : `.${encode(name)}`)
  return {
    async deliver(user, message) {
      const name = `${Date.now()}.${randomUUID()}.lab`
      const path = join(pathOf(user), 'tmp', name)
      await writeFile(path, message.replaceAll(/\r?\n/g, '\r\n'), { mode: 0o600 })
      await place.own(path)
      await rename(path, join(pathOf(user), 'new', name))
    },
    async mailsIn(user, name) {
      const files: string[] = []
      for (const part of ['new', 'cur']) {
        const path = join(pathOf(user, name), part)
        for (const file of await readdir(path).catch(() => [])) files.push(join(path, file))
      }
      // A mail may be moved between the two steps.
      return Promise.all(files.sort().map((path) => readFile(path, 'utf8').catch(() => '')))
    },
    async forgetUids(user) {
      for (const name of await readdir(pathOf(user))) {
        if (name.startsWith(uidFiles)) await rm(join(pathOf(user), name))
      }
    },
  }
}

/** Modified UTF-7 of IMAP, for the names of folders on the disk. */
function encodeName(name: string): string {
  return name.replaceAll('&', '&-').replaceAll(/[^\x20-\x7e]+/g, (text) => {
    const bytes = Buffer.from(text, 'utf16le').swap16()
    return `&${bytes.toString('base64').replaceAll('/', ',').replaceAll('=', '')}-`
  })
}

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
  const maildirs = await makeMaildirs(place, Object.keys(users), 'dovecot')
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
