import type { Connection } from './connection.ts'
import { oneLine } from './refuse.ts'

/** The section that the plugin reads: where the flags of each organization are. */
export function flagSections({ origin, organizations }: Connection): string {
  const maps = (flagsKey: string) => {
    const url = (color: string) =>
      `${origin.protocol}//rspamd:${flagsKey}@${origin.host}/api/rspamd/flags/${color}`
    return `      red = "${url('red')}";
      green = "${url('green')}";
      # Seconds. The process that fetches the flags and the one that scans mail wait once or twice as
      # long between two looks, so that a flag takes effect within four times as long.
      poll = 5;`
  }
  const sections = organizations.map(
    ({ name, flagsKey }) => `    {
      # ${oneLine(name) || 'The flags of one organization.'}
${maps(flagsKey)}
    }`,
  )
  return `aman {
  organizations = [
${sections.join(',\n')}
  ]
}
`
}
