import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImapFlow } from 'imapflow'
import { freePorts } from '../../../tools/mail-lab/free-ports.ts'
import {
  daemonOf,
  type ImapOptions,
  openPlace,
  type StartedImap,
} from '../../../tools/mail-lab/imap-place.ts'
import { openImapClient } from './imap-client.ts'

/** Debian's Cyrus, for an account without rights. @param usr where it is unpacked */
export async function startCyrus(usr: string, options: ImapOptions): Promise<StartedImap> {
  const { users, certificate, isOld = false, mostMails } = options
  const place = await openPlace('cyrus')
  const { folder, uid, gid, names } = place
  const [tlsPort = 0, plainPort = 0] = await freePorts(2)
  for (const name of ['conf', 'spool', 'run']) await place.make(name)
  await place.write('cert.pem', certificate.cert)
  await place.write('key.pem', certificate.key)
  const lib = join(usr, 'lib')
  const env = { LD_LIBRARY_PATH: `${lib}/x86_64-linux-gnu:${lib}` }
  const account = { uid, gid }
  const passwords = new Map<string, string>()
  const setPassword = async (user: string, password: string) => {
    passwords.set(user, password)
    const args = ['-p', '-c', '-u', 'localhost', '-f', join(folder, 'sasldb'), user]
    execFileSync(join(usr, 'sbin/saslpasswd2'), args, { input: password, env, ...account })
  }
  for (const [user, password] of Object.entries(users)) await setPassword(user, password)
  await place.write(
    'imapd.conf',
    `configdirectory: ${folder}/conf
partition-default: ${folder}/spool
proc_path: ${folder}/run/proc
mboxname_lockpath: ${folder}/run/lock
idlesocket: ${folder}/run/idle
cyrus_user: ${names.user}
cyrus_group: ${names.group}
servername: localhost
admins: cyrus
proxyservers: aman
sasl_mech_list: PLAIN
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: ${folder}/sasldb
allowplaintext: no
tls_server_cert: ${folder}/cert.pem
tls_server_key: ${folder}/key.pem
tls_session_timeout: 0
autocreate_quota: 0
autocreate_users: ${Object.keys(users).join(' ')}
${mostMails === undefined ? '' : `autocreate_quota_messages: ${mostMails}`}
autocreate_inbox_folders: Junk
autocreate_subscribe_folders: Junk
xlist-junk: Junk
expunge_mode: immediate
delete_mode: immediate
mailbox_legacy_dirs: yes
${isOld ? 'suppress_capabilities: MOVE IDLE' : ''}
`,
  )
  const bin = join(usr, 'lib/cyrus/bin')
  const own = `-C ${folder}/imapd.conf`
  await place.write(
    'cyrus.conf',
    `START {
  recover cmd="${bin}/ctl_cyrusdb ${own} -r"
}
SERVICES {
  imap cmd="${bin}/imapd ${own}" listen="127.0.0.1:${plainPort}" prefork=0
  imaps cmd="${bin}/imapd ${own} -s" listen="127.0.0.1:${tlsPort}" prefork=0
}
EVENTS {
}
DAEMON {
  idled cmd="${bin}/idled ${own}"
}
`,
  )
  const daemon = daemonOf({
    program: join(bin, 'master'),
    args: [
      ...['-C', join(folder, 'imapd.conf'), '-M', join(folder, 'cyrus.conf')],
      ...['-p', join(folder, 'run/master.pid')],
    ],
    env,
    account,
    ports: [plainPort],
  })
  const clientOf = (user: string) =>
    openImapClient(tlsPort, { user, pass: passwords.get(user) ?? '' }, certificate.cert)
  await daemon.start()
  // The mailbox is made when its user first signs in.
  for (const user of Object.keys(users)) await (await clientOf(user)).logout()
  let observer: ImapFlow | undefined
  return {
    ...daemon,
    tlsPort,
    plainPort,
    setPassword,
    async deliver(user, message) {
      // By LMTP, lines would be added.
      const client = await clientOf(user)
      await client.append('INBOX', message.replaceAll(/\r?\n/g, '\r\n'))
      await client.logout()
    },
    async mailsIn(user, name = 'INBOX') {
      // On the disk, mail stays for a while after it was moved.
      if (observer?.usable !== true) observer = await clientOf(user)
      if ((await observer.status(name, { messages: true }).catch(() => false)) === false) return []
      await observer.mailboxOpen(name, { readOnly: true })
      const mails = await observer.fetchAll('1:*', { source: true })
      return mails.map(({ source }) => String(source))
    },
    async forgetUids(user) {
      await rm(join(folder, 'spool/user', user, 'cyrus.index'))
      const args = ['-C', join(folder, 'imapd.conf'), `user/${user}`]
      execFileSync(join(bin, 'reconstruct'), args, { env, ...account, stdio: 'ignore' })
    },
    async [Symbol.asyncDispose]() {
      observer?.close()
      await daemon.stop()
      await place.remove()
    },
  }
}
