import type { Connection } from './connection.ts'
import { oneLine } from './refuse.ts'

/** The section that the plugin reads: where the flags of each organization are. */
export function flagSections({ origin, organizations }: Connection): string {
  const maps = (flagsKey: string) => {
    const url = (color: string) =>
      `${origin.protocol}//rspamd:${flagsKey}@${origin.host}/api/rspamd/flags/${color}`
    return `      red = "${url('red')}";
      green = "${url('green')}";
      # Seconds between two looks. A flag takes effect within about twice as many.
      poll = 15;`
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
