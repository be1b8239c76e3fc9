import type { Connection } from './connection.ts'
import { oneLine } from './refuse.ts'

/** The section that the plugin reads: where the flags and the judge of each organization are. */
export function flagSections({ origin, organizations, isOfOperator }: Connection): string {
  const maps = (flagsKey: string) => {
    const url = (map: string) => `${origin.origin}/api/rspamd/${map}`
    const domains = isOfOperator ? `\n      domains = "${url('domains')}";` : ''
    return `      red = "${url('flags/red')}";
      green = "${url('flags/green')}";${domains}
      flags_key = "${flagsKey}";
      # Seconds between two looks at the flags.
      poll = 10;`
  }
  const isShared = organizations.length > 1
  const sections = organizations.map(
    ({ name, domains, flagsKey, analyseKey }) => `    {
      # ${oneLine(name) || (isOfOperator ? 'Of all organizations of the key.' : 'The flags of one organization.')}
${maps(flagsKey)}
      # The judge gets the mail itself, so only over TLS or loopback.
      judge = "${origin.origin}/api/analyses";
      judge_key = "${analyseKey}";${isShared ? domainLine(domains) : ''}
    }`,
  )
  if (isOfOperator) {
    const section = sections.join('').replaceAll(/^ {2}/gm, '').trimStart()
    return `aman {\n  operator ${section}\n}\n`
  }
  return `aman {
  organizations = [
${sections.join(',\n')}
  ]
}
`
}

/** The domains of the recipients for whom the judge is asked. */
function domainLine(domains: readonly string[]): string {
  return `\n      domains = [${domains.map((domain) => `"${domain}"`).join(', ')}];`
}
