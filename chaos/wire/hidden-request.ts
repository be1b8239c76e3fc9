/** A request that must not be heard; if it is, its flag is in the database. */
export type Hide = (name: string) => string

/** @param token of somebody who may add flags */
export function hiddenRequests(token: string): Hide {
  return (name) => {
    const body = JSON.stringify({ flag_type: 'red', value: domainOf(name) })
    return [
      'POST /api/flags/add HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  }
}

const ending = '.hidden.example'

function domainOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}${ending}`
}

/** @returns the names of those that were heard, as far as a domain can hold them */
export function heardOf(flags: readonly string[]): string[] {
  return flags.filter((value) => value.endsWith(ending)).map((value) => value.replace(ending, ''))
}
