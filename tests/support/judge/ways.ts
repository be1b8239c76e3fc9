/*
 * One mail, written in many ways that mail programs show alike. Each way is a whole mail behind its first
 * headers; `{text}` and `{link}` are what it says and where it leads.
 */

export interface Said {
  readonly sender: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The words of its link, and where it leads; a mail may have none. */
  readonly link?: readonly [words: string, target: string]
}

const filler = (count: number, line: string) => `${line}\n`.repeat(count)
const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n')
const quoted = (text: string) => text.replaceAll('=', '=3D').replace(/.{60}/g, '$&=\n')
const uuencoded = (text: string) => {
  const lines = Buffer.from(text)
    .toString('latin1')
    .match(/[\s\S]{1,45}/g)
    ?.map((line) => {
      const bytes = Buffer.from(line, 'latin1')
      const sign = (value: number) => String.fromCharCode(value === 0 ? 96 : value + 32)
      let out = sign(bytes.length)
      for (let at = 0; at < bytes.length; at += 3) {
        const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
        out += [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
          .map(sign)
          .join('')
      }
      return out
    })
  return `begin 644 mail.html\n${lines?.join('\n')}\n\`\nend\n`
}

interface Written {
  readonly html: string
  readonly plain: string
  readonly target: string
  readonly words: string
}

function written({ paragraphs, link = ['', ''] }: Said): Written {
  const [words, target] = link
  const anchor = target === '' ? '' : `<p><a href="${target}">${words}</a></p>`
  return {
    html: `${paragraphs.map((it) => `<p>${it}</p>`).join('\n')}\n${anchor}`,
    plain: `${paragraphs.join('\n\n')}\n\n${target === '' ? '' : `${words}: ${target}`}\n`,
    words,
    target,
  }
}

const page = (body: string) =>
  `Content-Type: text/html; charset=utf-8\n\n<html><body>${body}</body></html>`
const invitation = (said: string) =>
  `Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Meeting\nDESCRIPTION:${said.trim().replaceAll('\n', '\\n')}\nEND:VEVENT\nEND:VCALENDAR\n`
const mixed = (parts: readonly string[], boundary = 'b1') =>
  `Content-Type: multipart/mixed; boundary="${boundary}"\n\n${parts.map((it) => `--${boundary}\n${it}\n`).join('')}--${boundary}--\n`
const picture = `Content-Type: image/png; name="a.png"\nContent-Transfer-Encoding: base64\n\n${base64('x'.repeat(300))}`
const nested = (inner: string, depth: number): string =>
  depth === 0 ? inner : mixed([nested(inner, depth - 1)], `n${depth}`)

/** Ways to write a page or a text; the target of a link is one with `https`. */
type Way = (it: Written) => string

/** A page whose link is written in another way. */
const linking =
  (written: (target: string) => string): Way =>
  ({ html, target }) =>
    page(html.replace(`href="${target}"`, `href="${written(target)}"`))

const encoded =
  (encoding: string, encode: (body: string) => string): Way =>
  ({ html }) =>
    page(html)
      .replace('\n\n', `\nContent-Transfer-Encoding: ${encoding}\n\n`)
      .replace(/(?<=\n\n)[\s\S]*/, encode)

const safeLink = (target: string) =>
  `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent(target)}`

export const ways: Readonly<Record<string, Way>> = {
  'a plain text': ({ plain }) => `Content-Type: text/plain; charset=utf-8\n\n${plain}`,
  'a page': ({ html }) => page(html),
  // Links.
  'a link with one slash': linking((to) => to.replace('//', '/')),
  'a link with three slashes': linking((to) => to.replace('//', '///')),
  'a link with backslashes': linking((to) => to.replace('//', '\\\\')),
  'a link without slashes': linking((to) => to.replace('//', '')),
  'a link with a tab in its scheme': linking((to) => `ht\ttps&#10;:${to.slice(6)}`),
  'a link behind a control character': linking((to) => `&#1; ${to}`),
  'a link by the base of the page': (it) => {
    const { origin, pathname } = new URL(it.target || 'https://a.example/')
    return linking(() => pathname.slice(1))(it).replace('<body>', `<body><base href="${origin}/">`)
  },
  'a link with percent signs in its host': linking((to) => to.replace('e', '%65')),
  'a link with a name and two signs': linking((to) => to.replace('//', '//a@b@')),
  'an address in the text of a page': ({ html, target, words }) =>
    page(html.replace(/<a .*<\/a>/, `${words}: ${target}`)),
  'a link that is checked by Safe Links': linking((to) => `${safeLink(to)}&amp;data=x`),
  'a link that is checked twice': linking(
    (to) => `https://urldefense.com/v3/__${safeLink(to)}__;!!x`,
  ),
  'a link in a picture': (it) =>
    page(it.html.replace(/<a (.*)<\/a>/, '<svg><a xlink:$1</a></svg>')),
  'a button of Outlook': (it) =>
    page(it.html.replace(/<a (.*)<\/a>/, '<!--[if mso]><v:roundrect $1</v:roundrect><![endif]-->')),
  // Parts.
  'behind ten thousand blank lines': ({ html }) => page(filler(10_001, '') + html),
  'behind forty thousand spaces': ({ html }) => page(' '.repeat(40_000) + html),
  'behind a comment of 200 kB': ({ html }) => page(`<!--${'x'.repeat(200_000)}-->${html}`),
  'behind a style of 200 kB': ({ html }) =>
    page(`<style>${'p{margin:0}'.repeat(20_000)}</style>${html}`),
  'behind twenty thousand empty tags': ({ html }) => page('<b></b>'.repeat(20_001) + html),
  'behind two hundred empty parts': ({ html }) =>
    mixed([...Array.from({ length: 201 }, () => ''), page(html)]),
  'behind dashes before the first part': ({ html }) =>
    mixed([page(html)]).replace('\n\n', `\n\n${filler(201, '--')}`),
  'behind 2 MB of pictures': ({ html }) =>
    mixed([
      ...Array.from({ length: 20 }, () =>
        picture.replace('\n\n', `\n\n${base64('y'.repeat(80_000))}`),
      ),
      page(html),
    ]),
  'behind many pictures': ({ html }) =>
    mixed([...Array.from({ length: 60 }, () => picture), page(html)]),
  'behind 70 kB of headers': ({ html }) =>
    `${filler(700, `X-Filler: ${'x'.repeat(100)}`)}${page(html)}`,
  'in many parts within each other': ({ html }) => nested(page(html), 22),
  'in four forwarded mails': ({ html }) => {
    const forward = (depth: number): string =>
      depth === 0
        ? page(html)
        : mixed(
            [
              `Content-Type: message/rfc822\n\nFrom: a@b.example\nSubject: x\n${forward(depth - 1)}`,
            ],
            `f${depth}`,
          )
    return forward(4)
  },
  'as an attached mail': (it) =>
    mixed([
      `Content-Type: message/rfc822\nContent-Disposition: attachment; filename="a.eml"\n\nSubject: a\n${page(it.html)}`,
    ]),
  'as an attached mail in base64': (it) =>
    mixed([
      `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${base64(`Subject: a\n${page(it.html)}`)}`,
    ]),
  'as a file of a mail': (it) =>
    mixed([
      `Content-Type: application/octet-stream; name="a.eml"\nContent-Transfer-Encoding: base64\n\n${base64(`Subject: a\n${page(it.html)}`)}`,
    ]),
  'as an invitation': ({ plain }) => invitation(plain),
  // Structure.
  'without the boundary that divides it': ({ html }) =>
    mixed([page(html)]).replace('; boundary="b1"', ''),
  'with words behind the boundary': ({ html }) =>
    mixed([page(html)]).replace('--b1\n', '--b1 words\n'),
  'with a quoted boundary': ({ html }) =>
    mixed([page(html)], 'a;b c').replace('"a;b c"', '"a\\;b c"'),
  'with a boundary in parts': ({ html }) =>
    mixed([page(html)]).replace('boundary="b1"', 'boundary*0="b"; boundary*1="1"'),
  'with all parts in base64': ({ html }) =>
    mixed([page(html)])
      .replace('\n\n', '\nContent-Transfer-Encoding: base64\n\n')
      .replace(/(?<=\n\n)--b1[\s\S]*/, base64),
  'with a type that has spaces': ({ html }) => page(html).replace('text/html', 'text / html'),
  'with half a type': ({ html }) => page(html).replace('text/html', 'html'),
  'with a type in an encoded word': ({ html }) =>
    page(html).replace('text/html', '=?us-ascii?Q?text/html?='),
  'as XHTML': ({ html }) => page(html).replace('text/html', 'application/xhtml+xml'),
  'as text that is called an attachment': ({ html }) =>
    page(html).replace('\n\n', '\nContent-Disposition: attachment\n\n'),
  'as enriched text': ({ plain }) => `Content-Type: text/enriched\n\n<bold>${plain}</bold>`,
  'as text of an unknown kind': ({ plain }) => `Content-Type: text/x-note\n\n${plain}`,
  'in a mailbox file': ({ html }) => page(html),
  // Encodings.
  'in base64': encoded('base64', base64),
  'in base64 of addresses': encoded('x-base64', (body) => Buffer.from(body).toString('base64url')),
  'in an encoding in an encoded word': encoded('=?us-ascii?Q?base64?=', base64),
  quoted: encoded('quoted-printable', quoted),
  'in uuencode': encoded('x-uuencode', uuencoded),
  'in an unknown encoding': ({ html }) => page(html).replace('utf-8', 'x-user-defined'),
  'in a code page with another name': ({ html }) => page(html).replace('utf-8', 'cp65001'),
  // Some of these end a line for a pattern, and none for a mail program.
  ...Object.fromEntries(
    ['\r', '\u2028', '\u2029', '\u0085', '\v', '\f'].flatMap((gap): [string, Way][] => {
      const code = `U+${gap.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
      return [
        [
          `as an invitation with gaps of ${code}`,
          ({ plain }) => invitation(plain.replaceAll(' ', gap)),
        ],
        [
          `as a plain text with gaps of ${code}`,
          ({ plain }) => `Content-Type: text/plain; charset=utf-8\n\n${plain.replaceAll(' ', gap)}`,
        ],
      ]
    }),
  ),
  // Text that is shown, although styles seem to hide it.
  ...Object.fromEntries(
    [
      'display:none;display:block',
      '--display:none',
      'mso-display:none',
      '/*display:none*/',
      'display:nothing',
      'font-size:0;font-size:14px',
      'font-size:1px;font-size:12pt',
      'opacity:0;opacity:1',
      'max-height:0',
      'visibility:hidden;visibility:visible',
      "font-family:'display:none'",
      'color:#fff;color:#333',
      'color:white;background:#333',
      'position:absolute;left:10px',
    ].map((style) => [
      `with the style ${style}`,
      ({ html }: Written) => page(`<div style="${style}">${html}</div>`),
    ]),
  ),
  'in a hidden box with a shown size': ({ html }) =>
    page(`<div style="font-size:0"><div style="font-size:14px">${html}</div></div>`),
  'where scripts are off': ({ html }) => page(`<noscript>${html}</noscript>`),
  'in a head that is never closed': ({ html }) =>
    `Content-Type: text/html\n\n<html><head><meta charset="utf-8">${html}`,
  'in the style of a picture': ({ html }) => page(`<svg><style>${html}</style></svg>`),
  'behind a section of XML': ({ html }) => page(`<![CDATA[>${html}]]>`),
  'for Outlook alone': ({ html }) => page(`<!--[if mso]>${html}<![endif]-->`),
}

/** Ways that have no markup: the same words in plain text are what they are compared with. */
const plainWays = /plain text|invitation|enriched|unknown kind/
export const plainest = (way: string) => (plainWays.test(way) ? 'a plain text' : 'a page')

/** Friendly text that stands beside, where the way is such that both are shown. */
export const friendly =
  'Hello Hala, thank you for the minutes of Tuesday. I have added two lines about the room and will bring the list on Thursday. Kind regards, Nader'

/** @param way one of `ways` */
export function writeMail(said: Said, way: string): Uint8Array {
  const body = ways[way]?.(written(said)) ?? ''
  const head = [
    `From: ${said.sender}`,
    'To: Hala Shami <hala.shami@olivebranch.example>',
    `Subject: ${said.subject}`,
    'Date: Tue, 24 Nov 2026 09:14:22 +0200',
    'Message-ID: <4412@mail.example>',
    'MIME-Version: 1.0',
  ]
  const first = way === 'in a mailbox file' ? 'From a@b.example Tue Nov 24 09:14:22 2026\n' : ''
  return Buffer.from(`${first}${head.join('\n')}\n${body}`)
}
