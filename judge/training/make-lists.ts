import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBloom } from '../lists/bloom.ts'
import { registeredDomain } from '../read/domain.ts'

const folder = join(import.meta.dirname, '../lists')

function linesOf(name: string): string[] {
  const text = readFileSync(join(folder, 'sources', `${name}.txt`), 'utf8')
  return [...new Set(text.split('\n').map((line) => line.trim().toLowerCase()))]
    .filter((line) => line !== '')
    .toSorted()
}

/** Writes the lists of `judge/lists/sources` in the form that the judge loads. */
export function makeLists(): void {
  // Registered domains are looked up, so that names below one would never be found.
  const providers = [
    ...new Set([...linesOf('free_email_providers'), ...linesOf('disposable_email_providers')]),
  ].filter((it) => registeredDomain(it) === it)
  const { bits, hashes } = makeBloom(providers)
  /** Endings under which ordinary firms of the region write. */
  const ordinaryEndings = new Set(['com', 'org', 'net', 'jo', 'app', 'io', 'me', 'ae', 'sa', 'eg'])

  const lists = {
    freeMail: Buffer.from(bits).toString('base64'),
    freeMailHashes: hashes,
    shorteners: linesOf('url_shorteners'),
    hosts: [...new Set([...linesOf('free_file_hosts'), ...linesOf('free_subdomain_hosts')])],
    forms: linesOf('self_service_creation_platform_domains'),
    mailers: linesOf('bulk_mailer_url_root_domains'),
    endings: linesOf('suspicious_tlds').filter(
      (it) => !it.includes('.') && !ordinaryEndings.has(it),
    ),
    extensions: linesOf('file_extensions_suspicious'),
  }
  writeFileSync(join(folder, 'lists.json'), `${JSON.stringify(lists)}\n`)
}
