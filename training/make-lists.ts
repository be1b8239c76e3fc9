import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packSet } from '../judge/lists/hashed-set.ts'
import { registeredDomain } from '../judge/read/domain.ts'

const folder = join(import.meta.dirname, '../judge/lists')

function linesOf(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, 'lists', `${name}.txt`), 'utf8')
  return [...new Set(text.split('\n').map((line) => line.trim().toLowerCase()))]
    .filter((line) => line !== '')
    .toSorted()
}

/** One false hit in as many texts: a host is looked up in four lists, with up to five names each. */
const manySpread = 1_000
const fewSpread = 20_000

function packed(texts: readonly string[], spread: number) {
  const { bits, ...set } = packSet(texts, spread)
  return { ...set, bits: Buffer.from(bits).toString('base64') }
}

/** Files with macros, and those that open a share, a remote desktop or a query, which the list lacks. */
const macrosAndMore = [
  ...['docm', 'dotm', 'xlsm', 'xltm', 'xlam', 'pptm', 'potm', 'ppam', 'ppsm', 'sldm', 'one', 'iqy'],
  ...['library-ms', 'search-ms', 'settingcontent-ms', 'rdp', 'svgz', 'appinstaller'],
]

/** Writes the lists of `training/lists` in the form that the judge loads. */
export function makeLists(): void {
  // Registered domains are looked up, so that names below one would never be found.
  const isRegistered = (it: string) => registeredDomain(it) === it
  // Half of all, of which hardly any mail comes: the page goes without them.
  const disposable = new Set(linesOf('disposable_email_providers').filter(isRegistered))
  const providers = linesOf('free_email_providers').filter(
    (it) => isRegistered(it) && !disposable.has(it),
  )
  /** Endings under which ordinary firms of the region write. */
  const ordinaryEndings = new Set(['com', 'org', 'net', 'jo', 'app', 'io', 'me', 'ae', 'sa', 'eg'])

  const lists = {
    freeMail: packed(providers, manySpread),
    shorteners: packed(linesOf('url_shorteners'), fewSpread),
    hosts: packed(
      [...new Set([...linesOf('free_file_hosts'), ...linesOf('free_subdomain_hosts')])],
      fewSpread,
    ),
    forms: packed(linesOf('self_service_creation_platform_domains'), fewSpread),
    mailers: packed(linesOf('bulk_mailer_url_root_domains'), fewSpread),
    endings: linesOf('suspicious_tlds').filter(
      (it) => !it.includes('.') && !ordinaryEndings.has(it),
    ),
    extensions: [
      ...new Set([...linesOf('file_extensions_suspicious'), ...macrosAndMore]),
    ].toSorted(),
  }
  write('lists', lists)
  write('disposable', packed([...disposable], manySpread))
}

function write(name: string, value: object): void {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(value)}\n`)
}
