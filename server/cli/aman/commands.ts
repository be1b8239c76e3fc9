interface Command {
  readonly summary: string
  /** Writes or reads files where the operator stands, with the operator's own rights. */
  readonly namesFiles?: true
  /** Reads its own arguments from the command line. */
  readonly run: () => Promise<unknown>
}

/** The commands of `aman`. A command is loaded when it is asked for. */
export const commands: Readonly<Record<string, Command>> = {
  start: {
    summary: 'Starts the server; --demo with demonstration data, with --locale ar in Arabic',
    run: () => import('../../main.ts'),
  },
  site: {
    namesFiles: true,
    summary: 'Writes the site with its settings into a folder, for a CDN',
    run: () => import('../site.ts'),
  },
  headers: {
    summary: 'Prints settings of nginx or Caddy that send the site with its headers',
    run: () => import('../headers.ts'),
  },
  health: {
    summary: 'Says with its exit code whether the server of this machine is ready',
    run: () => import('../health.ts'),
  },
  backup: {
    namesFiles: true,
    summary: 'Backs up database, key and settings while the server runs',
    run: () => import('../backup.ts'),
  },
  restore: {
    namesFiles: true,
    summary: 'Brings a backup back, onto a machine without a database',
    run: () => import('../restore.ts'),
  },
  'upgrade-check': {
    summary: 'Says what the start of this version changes in the database, and how long it takes',
    run: () => import('../upgrade-check.ts'),
  },
  doctor: {
    summary:
      'Says what is wrong and how to mend it; --mail why the mail of an address does not arrive',
    run: () => import('../doctor.ts'),
  },
  'prepare-upgrade': {
    summary: 'Does the long part of an upgrade while servers of the former version run',
    run: () => import('../prepare-upgrade.ts'),
  },
  'gateway-key': {
    summary: 'Issues, lists and revokes the keys of mail gateways',
    run: () => import('../gateway-key.ts'),
  },
  rspamd: {
    namesFiles: true,
    summary: 'Prints the settings of rspamd for an organization',
    run: () => import('../rspamd.ts'),
  },
  'reset-password': {
    summary: 'Gives a user a new password',
    run: () => import('../reset-password.ts'),
  },
  'export-user': {
    summary: 'Prints all that is kept about a user',
    run: () => import('../export-user.ts'),
  },
  'import-file': {
    summary: 'Copies a database file into PostgreSQL',
    run: () => import('../import-file.ts'),
  },
}
