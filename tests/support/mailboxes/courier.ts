import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { makeMaildirs } from '../../../tools/mail-lab/dovecot.ts'
import { freePorts } from '../../../tools/mail-lab/free-ports.ts'
import {
  daemonOf,
  type ImapOptions,
  openPlace,
  type StartedImap,
} from '../../../tools/mail-lab/imap-place.ts'

interface Unpacked {
  readonly root: string
  readonly usr: string
  /** Courier has its paths built in: a view of the system is made in which it is installed. */
  readonly privileged: readonly string[]
}

/** Makes the view. Each sign-in gives the rights up, those that begin with STARTTLS to the user of Courier. */
const script = `set -e
root=$1 folder=$2 uid=$3 gid=$4
mount -t tmpfs tmpfs /run
mkdir -p /run/etc /run/work /run/courier/authdaemon
mount -t overlay overlay -o "lowerdir=$root/etc:/etc,upperdir=/run/etc,workdir=/run/work" /etc
mount -t overlay overlay -o "lowerdir=$root/usr:/usr" /usr
mkdir -p /etc/courier
echo 'authmodulelist="authuserdb"' >/etc/courier/authdaemonrc
rm -f /etc/courier/userdb*
cp "$folder/userdb" /etc/courier/userdb
chmod 600 /etc/courier/userdb
makeuserdb
sed -i /^courier:/d /etc/passwd /etc/group
echo "courier:x:$uid:$gid::/:/bin/false" >>/etc/passwd
echo "courier:x:$gid:" >>/etc/group
exec sh "$folder/run.sh"
`

/** Debian's Courier, which has neither MOVE nor CONDSTORE. */
export async function startCourier(
  { root, usr, privileged }: Unpacked,
  { users, certificate, isOld = false, mostMails }: ImapOptions,
): Promise<StartedImap> {
  const place = await openPlace('courier')
  const { folder, uid, gid } = place
  const [tlsPort = 0, plainPort = 0] = await freePorts(2)
  const maildirs = await makeMaildirs(place, Object.keys(users), 'courierimapuid', (name) => name)
  for (const user of Object.keys(users)) {
    for (const part of ['', 'new', 'cur', 'tmp'])
      await place.make(join('mail', user, '.Junk', part))
    await place.write(join('mail', user, '.Junk', 'maildirfolder'), '')
    await place.write(join('mail', user, 'courierimapsubscribed'), 'INBOX.Junk\n')
    if (mostMails !== undefined) {
      await place.write(join('mail', user, 'maildirsize'), `${mostMails}C\n`)
    }
  }
  const setPassword = (user: string, password: string) => {
    const hash = execFileSync(join(usr, 'sbin/userdbpw'), ['-md5'], {
      input: password,
      encoding: 'utf8',
    }).trim()
    const mail = join(folder, 'mail', user)
    return place.write(
      'userdb',
      `${user}\tuid=${uid}|gid=${gid}|home=${folder}|mail=${mail}|systempw=${hash}\n`,
    )
  }
  for (const [user, password] of Object.entries(users)) await setPassword(user, password)
  await place.write('cert.pem', certificate.key + certificate.cert)
  await place.write(
    'run.sh',
    `export IMAP_CAPABILITY="IMAP4rev1 UIDPLUS CHILDREN NAMESPACE QUOTA${isOld ? '' : ' IDLE'}"
export IMAP_CAPABILITY_TLS="$IMAP_CAPABILITY AUTH=PLAIN"
export IMAP_KEYWORDS=1 IMAP_IDLE_TIMEOUT=1 IMAP_USELOCKS=1 IMAP_TLS_REQUIRED=1
export TLS_CERTFILE=${folder}/cert.pem TLS_VERIFYPEER=NONE COURIERTLS=/usr/bin/couriertls
options="-address=127.0.0.1 -nodnslookup -noidentlookup -maxprocs=100 -maxperip=100"
login="/usr/lib/courier/courier/imaplogin /usr/bin/imapd Maildir"
/usr/lib/courier/courier-authlib/authdaemond &
IMAP_TLS=1 couriertcpd $options ${tlsPort} $COURIERTLS -server -tcpd $login &
IMAP_STARTTLS=YES couriertcpd $options ${plainPort} $login &
trap exit TERM
wait
`,
  )
  const daemon = daemonOf({
    program: 'unshare',
    privileged,
    args: [
      // Its processes make groups of their own, and end with their first one.
      ...['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script],
      ...['sh', root, folder, String(uid), String(gid)],
    ],
    ports: [plainPort],
  })
  await daemon.start()
  // It takes its first connections at once and may greet them half a minute later.
  for (const open of [
    () => connect(plainPort, '127.0.0.1'),
    () => connectTls({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false }),
  ]) {
    const socket = open()
    await once(socket, 'data')
    socket.destroy()
  }
  return {
    ...daemon,
    ...maildirs,
    setPassword,
    tlsPort,
    plainPort,
    async deliver(user, message) {
      await maildirs.deliver(user, message)
      // As its own programs for delivery do.
      if (mostMails !== undefined) {
        await appendFile(join(folder, 'mail', user, 'maildirsize'), `${message.length} 1\n`)
      }
    },
    async [Symbol.asyncDispose]() {
      await daemon.stop()
      await place.remove()
    },
  }
}
