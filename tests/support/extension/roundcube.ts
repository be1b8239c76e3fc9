import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { freePorts } from '../../../tools/mail-lab/free-ports.ts'
import { findProgram } from '../../../tools/mail-lab/programs.ts'
import { owning } from '../owning.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { accountOf, fillMailbox, opens, run, type Webmail } from './programs.ts'

const roundcubeFolder = '/var/lib/roundcube/public_html'

interface WebmailPrograms {
  readonly dovecot: string
  readonly php: string
}

/** @throws Error that says what to do so that the programs are there */
export function findWebmail(): WebmailPrograms {
  const [dovecot, php] = [findProgram('dovecot'), findProgram('php')]
  if (process.getuid?.() !== 0) throw new Error('Dovecot starts as root only: run this as root')
  if (dovecot !== undefined && php !== undefined && existsSync(roundcubeFolder)) {
    return { dovecot, php }
  }
  throw new Error(
    'Roundcube or Dovecot is not installed. Debian: apt-get install --no-install-recommends roundcube-core roundcube-sqlite3 dovecot-imapd php-cli',
  )
}

/** Debian's Roundcube and Dovecot on free ports of loopback, with a mailbox that holds these mails. */
export async function startRoundcube(
  { dovecot, php }: WebmailPrograms,
  mails: readonly Uint8Array[],
): Promise<Webmail> {
  await using started = new AsyncDisposableStack()
  const { path: folder } = started.use(await temporaryFolder())
  await chmod(folder, 0o755)
  const [imapPort = 0, httpPort = 0] = await freePorts(2)
  const user = 'reader@webmail.example'
  const password = 'reads-mail'
  const account = await accountOf('mail')
  await mkdir(`${folder}/mail`)
  await chown(`${folder}/mail`, account.uid, account.gid)
  await fillMailbox(`${folder}/mail/${user}`, account, mails)
  await writeFile(
    `${folder}/dovecot.conf`,
    dovecotLines(folder, imapPort, { ...account, password }),
  )
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
  return owning(started, { origin: `http://127.0.0.1:${httpPort}`, user, password })
}

/** Signs in; the list may be empty at first, while two requests open the new mailbox at once. */
export async function signInToRoundcube(
  page: Page,
  { origin, user, password }: Webmail,
): Promise<void> {
  await page.goto(origin)
  await page.locator('#rcmloginuser').fill(user)
  await page.locator('#rcmloginpwd').fill(password)
  await page.locator('#rcmloginsubmit').click()
  await page.waitForURL(/_task=mail/)
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
