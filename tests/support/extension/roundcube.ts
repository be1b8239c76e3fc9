import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePorts } from '../../../tools/mail-lab/free-ports.ts'
import { findProgram } from '../../../tools/mail-lab/programs.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const roundcubeFolder = '/var/lib/roundcube/public_html'
const longestStartMs = 30_000

interface Roundcube extends AsyncDisposable {
  readonly origin: string
  readonly user: string
  readonly password: string
}

interface WebmailPrograms {
  readonly dovecot: string
  readonly php: string
}

/** @returns the programs, or what to do so that they are there */
export function findWebmail(): WebmailPrograms | { readonly missing: string } {
  const [dovecot, php] = [findProgram('dovecot'), findProgram('php')]
  if (process.getuid?.() !== 0) return { missing: 'Dovecot starts as root only: run this as root' }
  if (dovecot !== undefined && php !== undefined && existsSync(roundcubeFolder)) {
    return { dovecot, php }
  }
  return {
    missing:
      'Roundcube or Dovecot is not installed. Debian: apt-get install --no-install-recommends roundcube-core roundcube-sqlite3 dovecot-imapd php-cli',
  }
}

/** Debian's Roundcube and Dovecot on free ports of loopback, with a mailbox that holds these mails. */
export async function startRoundcube(
  { dovecot, php }: WebmailPrograms,
  mails: readonly Uint8Array[],
): Promise<Roundcube> {
  await using started = new AsyncDisposableStack()
  const { path: folder } = started.use(await temporaryFolder())
  await chmod(folder, 0o755)
  const [imapPort = 0, httpPort = 0] = await freePorts(2)
  const user = 'reader@webmail.example'
  const password = 'reads-mail'
  const { uid, gid } = await accountOf('mail')
  const box = `${folder}/mail/${user}`
  for (const part of ['cur', 'new', 'tmp']) await mkdir(`${box}/${part}`, { recursive: true })
  for (const [index, mail] of mails.entries()) {
    // The order of the names is that of the folder.
    await writeFile(`${box}/cur/${1_700_000_000 + index}.M${index}.box:2,`, mail)
  }
  for (const part of [
    `${folder}/mail`,
    box,
    ...['cur', 'new', 'tmp'].map((it) => `${box}/${it}`),
  ]) {
    await chown(part, uid, gid)
  }
  await writeFile(`${folder}/dovecot.conf`, dovecotLines(folder, imapPort, { uid, gid, password }))
  await mkdir(`${folder}/config`)
  await mkdir(`${folder}/temp`)
  await writeFile(`${folder}/config/config.inc.php`, roundcubeLines(folder, imapPort))
  await writeFile(
    `${folder}/config/defaults.inc.php`,
    await readFile('/etc/roundcube/defaults.inc.php'),
  )
  await writeFile(`${folder}/config/mimetypes.php`, await readFile('/etc/roundcube/mimetypes.php'))
  started.use(run(dovecot, ['-F', '-c', `${folder}/dovecot.conf`]))
  started.use(
    run(php, ['-d', 'opcache.enable_cli=1', '-S', `127.0.0.1:${httpPort}`, '-t', roundcubeFolder], {
      ROUNDCUBE_CONFIG_DIR: `${folder}/config`,
      PHP_CLI_SERVER_WORKERS: '3',
    }),
  )
  await Promise.all([opens(imapPort), opens(httpPort)])
  // The first page makes the database, which two at once would make twice.
  await fetch(`http://127.0.0.1:${httpPort}/`)
  const parts = started.move()
  return {
    origin: `http://127.0.0.1:${httpPort}`,
    user,
    password,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function accountOf(name: string): Promise<{ readonly uid: number; readonly gid: number }> {
  const accounts = await readFile('/etc/passwd', 'utf8')
  const line = accounts.split('\n').find((it) => it.startsWith(`${name}:`)) ?? ''
  const [, , uid, gid] = line.split(':').map(Number)
  if (!uid || !gid) throw new Error(`this machine has no account ${name}`)
  return { uid, gid }
}

function dovecotLines(
  folder: string,
  port: number,
  { uid, gid, password }: { readonly uid: number; readonly gid: number; readonly password: string },
): string {
  return `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
`
}

function roundcubeLines(folder: string, imapPort: number): string {
  return `<?php
$config['db_dsnw'] = 'sqlite:///${folder}/roundcube.db?mode=0640';
$config['imap_host'] = '127.0.0.1:${imapPort}';
$config['des_key'] = 'abcdefghijklmnopqrstuvwx';
$config['temp_dir'] = '${folder}/temp';
$config['log_dir'] = '${folder}';
$config['skin'] = 'elastic';
$config['plugins'] = [];
$config['enable_installer'] = false;
`
}

function run(program: string, args: readonly string[], environment = {}): AsyncDisposable {
  const child: ChildProcess = spawn(program, args, {
    stdio: 'ignore',
    // Its children end with it.
    detached: true,
    env: { ...process.env, ...environment },
  })
  return {
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.pid === undefined) return
      const exited = once(child, 'exit')
      process.kill(-child.pid, 'SIGTERM')
      await exited
    },
  }
}

async function opens(port: number): Promise<void> {
  const until = performance.now() + longestStartMs
  while (performance.now() < until) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await setTimeout(50)
  }
  throw new Error(`nothing answers on port ${port}`)
}
