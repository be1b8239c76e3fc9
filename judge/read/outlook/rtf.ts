/*
 * The body of a mail in Outlook's rich text: compressed (MS-OXRTFCP), with a page inside (MS-OXRTFEX) or
 * without. What is neither text, link nor markup is passed over.
 */

import { escapeHtml } from '../escape-html.ts'

const dictionary =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const compressed = 0x75465a4c
const uncompressed = 0x414c454d
const headBytes = 16
const recentBytes = 4096
/** Bytes that are unpacked at most. */
const mostBytes = 4 * 1024 * 1024

/** Unpacks as far as it goes; nothing for bytes of another kind. */
export function decompressRtf(bytes: Uint8Array): Uint8Array {
  if (bytes.length < headBytes) return new Uint8Array()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = view.getUint32(8, true)
  if (kind === uncompressed) return bytes.subarray(headBytes, headBytes + mostBytes)
  if (kind !== compressed) return new Uint8Array()
  const recent = new Uint8Array(recentBytes).fill(32)
  for (let at = 0; at < dictionary.length; at += 1) recent[at] = dictionary.charCodeAt(at)
  const size = Math.min(view.getUint32(4, true), mostBytes, bytes.length * 9)
  const unpacked = new Uint8Array(size)
  let place = dictionary.length
  let length = 0
  let at = headBytes
  const put = (byte: number) => {
    recent[place] = byte
    place = (place + 1) % recentBytes
    if (length < size) unpacked[length] = byte
    length += 1
  }
  while (at < bytes.length && length < size) {
    const control = bytes[at] ?? 0
    at += 1
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if (((control >> bit) & 1) === 0) {
        put(bytes[at] ?? 0)
        at += 1
        continue
      }
      const token = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      at += 2
      const from = token >> 4
      if (from === place) return unpacked.subarray(0, Math.min(length, size))
      for (let step = 0; step < (token & 15) + 2; step += 1)
        put(recent[(from + step) % recentBytes] ?? 0)
    }
  }
  return unpacked.subarray(0, Math.min(length, size))
}

/** Windows' code pages by the numbers that RTF gives fonts. */
const pagesOfFonts: Readonly<Record<number, string>> = {
  ...{ 128: 'shift_jis', 129: 'euc-kr', 134: 'gbk', 136: 'big5', 161: 'windows-1253' },
  ...{ 162: 'windows-1254', 163: 'windows-1258', 177: 'windows-1255', 178: 'windows-1256' },
  ...{ 186: 'windows-1257', 204: 'windows-1251', 222: 'windows-874', 238: 'windows-1250' },
}

const signs: Readonly<Record<string, string>> = {
  ...{ par: '\n', line: '\n', sect: '\n', page: '\n', row: '\n', tab: '\t', cell: ' ' },
  ...{ lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
  ...{ endash: '–', emdash: '—', emspace: ' ', enspace: ' ', '~': '\u00a0', _: '-' },
}

/** Groups that are no text. */
const unseen =
  /^(?:colortbl|stylesheet|info|pict|object|objdata|generator|listtable|listoverridetable|mhtmltag|xmlnstbl|themedata|datastore|latentstyles|rsidtbl|template)$/

const token =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|[^\\{}\r\n]+|\\/gi

interface Group {
  /** The group is passed over. */
  isUnseen: boolean
  /** Only programs that do not know the page inside see it. */
  isOfRtf: boolean
  /** The group is markup of the page inside, the target of a link, or a list of fonts. */
  kind: '' | 'markup' | 'target' | 'fonts'
  font: number
  /** Signs that stand for a letter of Unicode. */
  skipped: number
}

/** @returns the page inside, or one that is made of the text and its links; '' for bytes that are no RTF */
export function htmlFromRtf(bytes: Uint8Array): string {
  const rtf = new TextDecoder('latin1').decode(bytes)
  if (!rtf.startsWith('{\\rtf')) return ''
  const isPage = /\\fromhtml\d?/.test(rtf.slice(0, 2000))
  const fonts = new Map<number, string>()
  const groups: Group[] = []
  let group: Group = { isUnseen: false, isOfRtf: false, kind: '', font: -1, skipped: 1 }
  let base = 'windows-1252'
  let html = ''
  let target = ''
  let held: number[] = []
  let heldIn = ''
  let toSkip = 0
  let mayBeUnseen = false
  /** How many groups are open when each link ends. */
  const links: number[] = []

  const decoder = (page: string) => {
    try {
      return new TextDecoder(page)
    } catch {
      return new TextDecoder('windows-1252')
    }
  }
  const write = (text: string) => {
    if (group.isUnseen || group.isOfRtf || group.kind === 'fonts') return
    if (group.kind === 'target') target += text
    else if (isPage) html += text
    else html += escapeHtml(text)
  }
  const flush = () => {
    if (held.length === 0) return
    const text = decoder(heldIn).decode(Uint8Array.from(held))
    held = []
    write(text)
  }
  const take = (text: string) => {
    const rest = text.slice(toSkip)
    toSkip = Math.max(0, toSkip - text.length)
    if (rest === '') return
    flush()
    write(rest)
  }
  const close = () => {
    group = groups.pop() ?? group
    if (links.at(-1) === groups.length) {
      links.pop()
      if (!isPage) html += '</a>'
    }
  }
  const word = (name: string, value: string | undefined) => {
    const number = Number(value ?? '1')
    const sign = signs[name]
    if (sign !== undefined) take(sign)
    else if (name === 'ansicpg') base = value === '65001' ? 'utf-8' : `windows-${value}`
    else if (name === 'htmlrtf') group.isOfRtf = value !== '0'
    else if (name === 'htmltag') group = Object.assign(group, { isUnseen: false, kind: 'markup' })
    else if (name === 'fonttbl') group.kind = 'fonts'
    else if (name === 'f') group.font = number
    else if (name === 'fcharset' && group.kind === 'fonts') {
      const page = pagesOfFonts[number]
      if (page !== undefined) fonts.set(group.font, page)
    } else if (name === 'uc') group.skipped = Math.min(number, 16)
    else if (name === 'u') {
      flush()
      write(String.fromCharCode(number & 0xff_ff))
      toSkip = group.skipped
    } else if (name === 'fldinst') {
      group = Object.assign(group, { isUnseen: false, kind: 'target' })
      target = ''
    } else if (name === 'fldrslt') {
      const address = /HYPERLINK\s+(?:\\l\s+)?"?([^"]+)"?/i.exec(target)?.[1]?.trim()
      if (address !== undefined && !isPage) {
        html += `<a href="${escapeHtml(address)}">`
        links.push(groups.length - 1)
      }
    } else if (mayBeUnseen || unseen.test(name)) group.isUnseen = true
  }

  for (const [text, name, value, code, sign, brace] of rtf.matchAll(token)) {
    if (code !== undefined) {
      if (toSkip > 0) toSkip -= 1
      else {
        const page = (group.kind === 'markup' ? undefined : fonts.get(group.font)) ?? base
        if (page !== heldIn) flush()
        heldIn = page
        held.push(Number.parseInt(code, 16))
      }
      continue
    }
    flush()
    if (brace === '{') {
      groups.push(group)
      group = { ...group }
      toSkip = 0
    } else if (brace === '}') {
      close()
      toSkip = 0
    } else if (name !== undefined) word(name.toLowerCase(), value)
    else if (sign === '*') {
      mayBeUnseen = true
      continue
    } else if (sign === '\n' || sign === '\r') take('\n')
    else if (sign !== undefined) take(signs[sign] ?? (/[{}\\]/.test(sign) ? sign : ''))
    else if (text !== '\\' && !/^[\r\n]/.test(text)) take(text)
    mayBeUnseen = false
  }
  flush()
  return isPage ? html : html.replaceAll('\n', '<br>\n')
}
