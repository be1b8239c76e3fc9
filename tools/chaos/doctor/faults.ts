interface Fault {
  readonly name: string
  /** Commands. */
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

export const faults: readonly Fault[] = [
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
