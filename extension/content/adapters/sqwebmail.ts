import type { Adapter } from './adapter.ts'

/** SqWebMail shows a mail in a page of its own, whose first form names the mail. */
export const sqwebmail: Adapter = {
  isProgram: (page) => page.querySelector('link[href$="/sqwebmail.css"]') !== null,

  findMail(page) {
    const place = page.querySelector('.message-rfc822-header')
    const read = (name: string) =>
      page.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value
    const [file, folder, pos] = ['posfile', 'folder', 'pos'].map(read)
    if (place === null || !file || !folder || !pos) return undefined
    const address = new URL(page.location.pathname, page.location.href)
    address.search = `${new URLSearchParams({ folder, pos, form: 'fetch', download: '1' })}`
    return {
      // A file's name has its flags behind a colon.
      key: `${folder} ${file.replace(/:.*$/, '')}`,
      place,
      content: { kind: 'source', address: address.href },
    }
  },
}
