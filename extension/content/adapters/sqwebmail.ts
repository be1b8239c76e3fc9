import type { Adapter } from './adapter.ts'

/**
 * SqWebMail shows a mail in a page of its own, whose first form names its file. The source is asked for by the
 * position in the folder, where another mail may stand after one is deleted.
 */
export const sqwebmail: Adapter = {
  isProgram: (page) => page.querySelector('link[href$="/sqwebmail.css"]') !== null,

  findMail(page) {
    const place = page.querySelector('.message-rfc822-header')
    const read = (name: string) =>
      page.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value
    const [file, folder, pos] = ['posfile', 'folder', 'pos'].map(read)
    if (place === null || !file || !folder || !pos) return undefined
    const asked = (query: Readonly<Record<string, string>>) => {
      const address = new URL(page.location.pathname, page.location.href)
      address.search = `${new URLSearchParams({ folder, pos, ...query })}`
      return address.href
    }
    const name = baseOf(file)
    const check = {
      address: asked({ form: 'readmsg' }),
      isOpenMail: (answer: string) => {
        const [, given] = / name="posfile" value="([^"]*)"/.exec(answer) ?? []
        return given !== undefined && baseOf(given.replaceAll('&amp;', '&')) === name
      },
    }
    const source = asked({ form: 'fetch', download: '1' })
    return {
      key: `${folder} ${name}`,
      place,
      content: { kind: 'source', address: source, check },
    }
  },
}

/** A file's name has its flags behind a colon. */
const baseOf = (file: string) => file.replace(/:.*$/, '')
