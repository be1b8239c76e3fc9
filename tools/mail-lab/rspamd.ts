import type { Keeper } from './start-keeper.ts'

export interface RspamdPorts {
  readonly normal: number
  readonly controller: number
  readonly proxy: number
}

/** Configuration files, by their path below /etc/rspamd. */
export type RspamdFiles = Readonly<Record<string, string>>

interface RspamdOptions {
  readonly program: string
  readonly ports: RspamdPorts
  readonly dnsPort: number
  readonly files: RspamdFiles
  /** A file of suffixes of domains; without it a few. */
  readonly suffixes?: string
}

/** Few suffixes of domains: compiling all of them takes most of a first start. */
const shortSuffixes = 'com\nnet\norg\nexample\n'

/** Writes the configuration of rspamd beside that of its package. @returns how to start it */
export async function prepareRspamd(keeper: Keeper, options: RspamdOptions) {
  for (const [path, text] of Object.entries(withLocalValues(options, keeper.folder))) {
    await keeper.obey({ do: 'write', path: `rspamd/etc/${path}`, text })
  }
  await keeper.obey({ do: 'write', path: 'rspamd/suffixes.dat', text: shortSuffixes })
  await keeper.obey({ do: 'mkdir', path: 'rspamd/state', account: 'nobody' })
  const folder = `${keeper.folder}/rspamd`
  const variables = { LOCAL_CONFDIR: 'etc', DBDIR: 'state', RUNDIR: 'state', LOGDIR: 'state' }
  return {
    do: 'start',
    name: 'rspamd',
    program: options.program,
    parameters: [
      '-f',
      '-c',
      '/etc/rspamd/rspamd.conf',
      ...Object.entries(variables).flatMap(([name, path]) => [
        '--var',
        `${name}=${folder}/${path}`,
      ]),
    ],
    account: 'nobody',
  } as const
}

/** A test's changes of files that are as an operator has them. */
function withLocalValues(options: RspamdOptions, folder: string): RspamdFiles {
  const { ports, dnsPort, files, suffixes = `${folder}/rspamd/suffixes.dat` } = options
  const local: RspamdFiles = {
    'local.d/options.inc': `dns { nameserver = ["127.0.0.1:${dnsPort}"]; }
url_tld = "${suffixes}";
`,
    'local.d/worker-normal.inc': `bind_socket = "127.0.0.1:${ports.normal}";\n`,
    'local.d/worker-controller.inc': `bind_socket = "127.0.0.1:${ports.controller}";\n`,
    'local.d/worker-proxy.inc': `bind_socket = "127.0.0.1:${ports.proxy}";\n`,
  }
  const paths = new Set([...Object.keys(local), ...Object.keys(files)])
  return Object.fromEntries(
    [...paths].map((path) => [path, `${local[path] ?? ''}${files[path] ?? ''}`]),
  )
}
