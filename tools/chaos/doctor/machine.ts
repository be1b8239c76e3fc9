import { documentedCommands } from '../documented-block.ts'
import type { Shell } from '../fresh-machine/shell.ts'
import { enterMachine, openInit, openSteps } from '../fresh-machine/steps.ts'

interface Fault {
  readonly name: string
  readonly broken: string
  /** The doctor's words about it; the group `cure` holds commands. */
  readonly finding: RegExp
  /** Where the words of the doctor leave something to the operator. */
  readonly cure?: string
}

const set = (line: string) => `echo ${line} >> /etc/aman/aman.env\nsystemctl restart aman || true`

/** systemd takes an argument that begins with $ for a variable. */
const program = `my $s = IO::Socket::INET->new(Listen => 9, LocalAddr => "127.0.0.1:4321", ReuseAddr => 1) or die;
while (my $c = $s->accept) { <$c>; print $c "HTTP/1.0 200 OK\\r\\n\\r\\nHello"; close $c }`

const faults: readonly Fault[] = [
  {
    name: 'a stopped server',
    broken: 'systemctl stop aman',
    finding: /No server answers at .*ECONNREFUSED.* -> Start it: (?<cure>systemctl start aman)\./,
  },
  {
    name: 'another program on the port of the server',
    broken: `systemctl stop aman
systemd-run --quiet --unit=other perl -MIO::Socket::INET -e '${program}'
sleep 1`,
    finding: /Another program has the port of the server: .* -> Stop it/,
    cure: 'systemctl stop other',
  },
  {
    name: 'settings without a restart',
    broken: 'echo ACCESS_LOG=on >> /etc/aman/aman.env',
    finding: /other values of ACCESS_LOG -> .*: (?<cure>systemctl restart aman)\./,
  },
  {
    name: 'several invalid settings',
    broken:
      'printf "TRUST_PROXY=yes\\nAUDIT_DAYS=many\\n" > wrong\ncp /etc/aman/aman.env kept\ncat wrong >> /etc/aman/aman.env',
    finding: /TRUST_PROXY is 'yes', but a whole number .*AUDIT_DAYS is 'many', but a whole number/,
    cure: 'cat kept > /etc/aman/aman.env',
  },
  {
    name: 'a database that belongs to root',
    broken: 'systemctl stop aman\nchown root: /var/lib/aman/aman.db',
    finding: /aman\.db belongs to another account: .* -> As root: (?<cure>chown aman: \S+)/,
  },
  {
    name: 'an outbox that the sandbox closes',
    broken: set('OUTBOX_DIRECTORY=/srv/outbox'),
    finding:
      /OUTBOX_DIRECTORY: \/srv\/outbox cannot be written: EROFS.* -> As root: (?<cure>.*?restart aman)/,
  },
  {
    name: 'a database that the sandbox closes',
    broken: set('DATABASE_URL=file:/srv/aman/aman.db').replace(
      'echo',
      "sed -i '/^DATABASE_URL=/d' /etc/aman/aman.env\necho",
    ),
    finding:
      /DATABASE_URL: \/srv\/aman cannot be written: EROFS.* -> As root: (?<cure>.*?restart aman)/,
  },
  {
    name: 'a drop-in with a folder that is missing',
    broken: `mkdir --parents /etc/systemd/system/aman.service.d
printf '[Service]\\nReadWritePaths=/srv/missing\\n' > /etc/systemd/system/aman.service.d/other.conf
systemctl daemon-reload
systemctl restart aman || true`,
    finding: /systemd cannot make the sandbox of aman\.service: .* -> .*make the folder/,
    cure: 'mkdir /srv/missing',
  },
]

/*
 * The fresh machine with the package: each set-up is broken, named, mended as the doctor says, and then
 * nothing is wrong.
 */

const { step, end } = openSteps()
const { place } = await enterMachine()
const { inShell } = await openInit(place.root, step)

/** @returns what it printed, with its exit code as the last line */
async function examine(shell: Shell): Promise<string> {
  return shell.run('aman doctor && code=0 || code=$?\necho "exit code $code"')
}

async function requireWell(shell: Shell): Promise<void> {
  const printed = await examine(shell)
  if (!printed.includes('exit code 0')) throw new Error(`not well: ${wrongIn(printed) || printed}`)
}

function wrongIn(printed: string): string {
  return printed
    .split('\n')
    .flatMap((line, index, lines) =>
      line.startsWith('wrong') ? `${line.slice(10)} -> ${lines[index + 1]?.trim()}` : [],
    )
    .join(' / ')
}

const isInstalled = await inShell('the package, in which all is well', async (shell) => {
  const [install = ''] = documentedCommands('install.md', '## On Debian')
  await shell.run(install)
  await requireWell(shell)
  return 'exit code 0'
})
for (const { name, broken, finding, cure } of isInstalled ? faults : []) {
  await inShell(name, async (shell) => {
    await shell.run(broken)
    const printed = await examine(shell)
    if (!printed.includes('exit code 1')) throw new Error(`not exit code 1: ${printed}`)
    const words = cure ?? finding.exec(wrongIn(printed))?.groups?.cure
    if (!finding.test(wrongIn(printed)) || words === undefined) {
      throw new Error(`not named, but: ${wrongIn(printed)}`)
    }
    await shell.run(words)
    await shell.run('systemctl start aman')
    await requireWell(shell)
    return words
  })
}
end()
