interface FeedEntry {
  readonly title: string
  readonly url: string
  /** year-month-day */
  readonly date: string
  readonly author: string
  readonly summary: string
}

interface Feed {
  readonly title: string
  readonly language: string
  /** Its own address. */
  readonly url: string
  /** The page that lists the articles. */
  readonly page: string
  /** The newest first, and at least one. */
  readonly entries: readonly FeedEntry[]
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** An Atom feed (RFC 4287). The address of an entry is its id. */
export function atomFeed({ title, language, url, page, entries }: Feed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">
<title>${escapeXml(title)}</title>
<id>${escapeXml(page)}</id>
<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
<updated>${entries[0]?.date}T00:00:00Z</updated>
${entries.map(atomEntry).join('\n')}
</feed>
`
}

function atomEntry({ title, url, date, author, summary }: FeedEntry): string {
  return `<entry>
<title>${escapeXml(title)}</title>
<id>${escapeXml(url)}</id>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
<published>${date}T00:00:00Z</published>
<updated>${date}T00:00:00Z</updated>
<author><name>${escapeXml(author)}</name></author>
<summary>${escapeXml(summary)}</summary>
</entry>`
}
