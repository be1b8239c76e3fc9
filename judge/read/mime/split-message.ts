import * as limits from '../limits.ts'
import { decodeText } from './charset.ts'
import { type FieldValue, fieldValue } from './header-text.ts'
import { decodeBody, latin1 } from './transfer.ts'

export interface Header {
  /** In small letters. */
  readonly key: string
  /** In one line, not decoded. */
  readonly value: string
}

/** A part of a mail, or the whole of it. */
export interface Part {
  readonly headers: readonly Header[]
  /** Such as `text/html`; `text/plain` where none is said. */
  readonly type: string
  readonly parameters: FieldValue['parameters']
  readonly encoding: string
  /** As it was sent, for a part without parts. */
  readonly body: Uint8Array
  /** Those of a multipart, or the mail that is attached. */
  readonly parts: readonly Part[]
}

export interface SplitMessage {
  readonly root: Part
  /** Parts and levels beyond the limits, which were not read. */
  readonly hasTooManyParts: boolean
}

interface OpenPart {
  headers: Header[]
  type: string
  parameters: FieldValue['parameters']
  encoding: string
  body: Uint8Array
  parts: OpenPart[]
}

const lineFeed = 10
const carriageReturn = 13
const dash = 45
const none: FieldValue['parameters'] = new Map()
const empty = new Uint8Array()
/** Longer lines divide nothing. */
const longestDivider = 2000
/** After so many steps a page may answer its reader. */
const stepsBetweenPauses = 2000
const linesOfStep = 100_000
const bytesOfStep = 1_000_000

const newPart = (): OpenPart => ({
  ...{ headers: [], type: 'text/plain', parameters: none, encoding: '' },
  ...{ body: empty, parts: [] },
})

/** Splits a mail into its parts, in one pass; whatever mail programs forgive is forgiven here. */
export async function splitMessage(
  message: Uint8Array,
  pause?: () => Promise<void>,
  level = 0,
): Promise<SplitMessage> {
  const bytes = await withLineFeeds(message, pause)
  const root = newPart()
  let current = root
  let isHead = true
  let hasTooManyParts = false
  let count = 0
  let steps = 0
  let dividers = 0
  let mails = 0
  /** Parts that hold others, the outermost first, with the lines that end theirs. */
  const open: { readonly part: OpenPart; readonly boundaries: readonly string[] }[] = []
  const depthOf = new Map<string, number>()

  const closeTo = (depth: number) => {
    for (const { boundaries } of open.splice(depth)) for (const it of boundaries) depthOf.delete(it)
    for (const [place, { boundaries }] of open.entries())
      for (const it of boundaries) depthOf.set(it, place)
  }
  /** The depth of the multipart that a line divides. */
  const divided = (line: string): number | undefined => {
    for (const text of [line, line.split(/\s/, 1)[0] ?? '']) {
      const depth = depthOf.get(text) ?? depthOf.get(text.replace(/--$/, ''))
      if (depth !== undefined) return depth
    }
    return undefined
  }

  let at = startOf(bytes)
  let start = at
  while (at < bytes.length) {
    steps += 1
    if (steps % stepsBetweenPauses === 0) await pause?.()
    if (isHead) {
      const end = await endOfHead(bytes, at, (line) => divided(line) !== undefined, pause)
      current.headers = await readHeaders(bytes.subarray(at, end.at), pause)
      // A part that begins with no header at all is a text.
      if (current === root && root.headers.length === 0 && level === 0) {
        root.body = bytes.subarray(at)
        break
      }
      readType(current)
      at = end.next
      start = at
      isHead = false
      if (end.isDivider) continue
      const isMail = isAttachedMail(current) && isPlain(current.encoding)
      if (isMail && mails >= limits.mailDepth) hasTooManyParts = true
      else if (isMail) {
        mails += 1
        const inner = newPart()
        current.parts.push(inner)
        current = inner
        isHead = true
        at = startOf(bytes, at)
        continue
      }
      if (current.type.startsWith('multipart/') && isPlain(current.encoding)) {
        const boundaries = boundariesOf(current, bytes, at)
        if (open.length >= limits.partDepth) hasTooManyParts = true
        else if (boundaries.length > 0) {
          for (const it of boundaries) depthOf.set(it, open.length)
          open.push({ part: current, boundaries })
        }
      }
    }
    if (open.length === 0) break
    at = nextDashes(bytes, at)
    if (bytes[at] !== dash || bytes[at + 1] !== dash) continue
    dividers += 1
    if (dividers > limits.dividers) {
      hasTooManyParts = true
      break
    }
    const lineEnd = endOfLine(bytes, at)
    const line = latin1(bytes.subarray(at + 2, Math.min(lineEnd, at + longestDivider))).trimEnd()
    const depth = divided(line)
    if (depth === undefined) {
      at = lineEnd + 1
      continue
    }
    current.body = bodyOf(bytes, start, at)
    closeTo(depth + 1)
    const parent = open[depth]?.part
    if (parent === undefined) break
    const last = parent.parts.at(-1)
    // A part without anything costs nothing.
    if (last !== undefined && last.parts.length === 0 && last.body.length === 0) parent.parts.pop()
    else if (last !== undefined) count += 1
    at = lineEnd + 1
    start = at
    if (count > limits.parts) {
      hasTooManyParts = true
      break
    }
    const isEnd = depthOf.get(line) === undefined && line.endsWith('--')
    current = newPart()
    isHead = !isEnd
    if (!isEnd) parent.parts.push(current)
  }
  if (start < bytes.length && current.body === empty)
    current.body = bodyOf(bytes, start, bytes.length)
  await splitInner(root, pause, level)
  return { root, hasTooManyParts }
}

/** Multiparts that a transfer encoding hides, or whose lines do not match. */
async function splitInner(
  part: OpenPart,
  pause: (() => Promise<void>) | undefined,
  level: number,
): Promise<void> {
  for (const it of part.parts) await splitInner(it, pause, level)
  if (part.parts.length > 0 || part.body.length === 0 || level >= 5) return
  const isMail = isAttachedMail(part)
  if (!isMail && !part.type.startsWith('multipart/')) return
  const body = decodeBody(part.body.subarray(0, limits.encodedBytes), part.encoding)
  if (isMail) {
    part.parts.push((await splitMessage(body, pause, level + 1)).root as OpenPart)
    return
  }
  const isEncoded = !isPlain(part.encoding)
  const guessed = isEncoded ? (part.parameters.get('boundary') ?? []) : []
  const boundary = guessed[0] ?? boundaryIn(body, 0)
  if (boundary === undefined) {
    part.type = 'text/plain'
    return
  }
  const head = new TextEncoder().encode(
    `Content-Type: multipart/mixed; boundary="${boundary.replace(/["\\]/g, '\\$&')}"\n\n`,
  )
  const whole = new Uint8Array(head.length + body.length)
  whole.set(head)
  whole.set(body, head.length)
  part.parts.push(...((await splitMessage(whole, pause, level + 1)).root.parts as OpenPart[]))
  if (part.parts.length === 0) part.type = 'text/plain'
}

/** Mail of old programs ends its lines with CR alone. */
async function withLineFeeds(bytes: Uint8Array, pause?: () => Promise<void>): Promise<Uint8Array> {
  const isOld = !bytes.subarray(0, 65_536).includes(lineFeed) && bytes.includes(carriageReturn)
  if (!isOld) return bytes
  const copy = bytes.slice()
  for (let start = 0; start < copy.length; start += bytesOfStep) {
    const end = Math.min(copy.length, start + bytesOfStep)
    for (let at = start; at < end; at += 1) if (copy[at] === carriageReturn) copy[at] = lineFeed
    await pause?.()
  }
  return copy
}

/** Behind a byte order mark, blank lines, and the line `From ` of a mailbox file. */
function startOf(bytes: Uint8Array, from = 0): number {
  let at = from
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3
  while (bytes[at] === lineFeed || bytes[at] === carriageReturn) at += 1
  if (/^>?From [^:]/.test(latin1(bytes.subarray(at, at + 8)))) at = endOfLine(bytes, at) + 1
  return at
}

function endOfLine(bytes: Uint8Array, at: number): number {
  const found = bytes.indexOf(lineFeed, at)
  return found === -1 ? bytes.length : found
}

/** Where the headers of a part end: at a blank line, or at one that divides parts. */
async function endOfHead(
  bytes: Uint8Array,
  from: number,
  isDivider: (line: string) => boolean,
  pause?: () => Promise<void>,
) {
  let at = from
  for (let lines = 1; at < bytes.length; lines += 1) {
    if (lines % linesOfStep === 0) await pause?.()
    const end = endOfLine(bytes, at)
    const isBlank = end === at || (end === at + 1 && bytes[at] === carriageReturn)
    if (isBlank) return { at, next: end + 1, isDivider: false }
    if (bytes[at] === dash && bytes[at + 1] === dash) {
      const line = latin1(bytes.subarray(at + 2, Math.min(end, at + longestDivider))).trimEnd()
      if (isDivider(line)) return { at, next: at, isDivider: true }
    }
    at = end + 1
  }
  return { at: bytes.length, next: bytes.length, isDivider: false }
}

/** Fields beyond the limit are passed over, but for those that are judged. */
const judged =
  /^(?:from|sender|to|cc|reply-to|return-path|subject|date|message-id|in-reply-to|references|list-.*|content-.*|authentication-results)$/

async function readHeaders(bytes: Uint8Array, pause?: () => Promise<void>): Promise<Header[]> {
  const headers: Header[] = []
  let letters = 0
  let at = 0
  let folded = 0
  for (let lines = 0; at < bytes.length && lines < limits.headerLines; lines += 1) {
    let end = endOfLine(bytes, at)
    while (bytes[end + 1] === 32 || bytes[end + 1] === 9) {
      folded += 1
      if (folded % linesOfStep === 0) await pause?.()
      end = endOfLine(bytes, end + 1)
    }
    const line = bytes.subarray(at, Math.min(end, at + limits.headerBytes))
    at = end + 1
    const colon = line.subarray(0, 200).indexOf(58)
    if (colon < 1) continue
    const key = latin1(line.subarray(0, colon)).trim().toLowerCase()
    if (letters > limits.headerBytes && !judged.test(key)) continue
    if (letters > 4 * limits.headerBytes) continue
    letters += line.length
    const value = decodeText(line.subarray(colon + 1))
      .replace(/\r?\n[ \t]*/g, ' ')
      .trim()
    headers.push({ key, value })
  }
  return headers
}

export function headerOf({ headers }: Pick<Part, 'headers'>, key: string): string {
  return headers.find((it) => it.key === key)?.value ?? ''
}

function readType(part: OpenPart): void {
  const field = headerOf(part, 'content-type')
  const { value, parameters } = fieldValue(field)
  part.parameters = parameters
  part.encoding = fieldValue(headerOf(part, 'content-transfer-encoding')).value
  const plain = value.replace(/\([^)]*\)|["'\s]/g, '')
  if (/^(?:x-)?x?html/.test(plain) || /^(?:text|application)\/(?:x-)?x?html/.test(plain))
    part.type = 'text/html'
  else if (plain.includes('/')) part.type = plain
  else if (plain !== '' && plain !== 'text') part.type = 'text/plain'
}

function isAttachedMail({ type }: Pick<Part, 'type'>): boolean {
  return /^message\/(?:rfc822|global|news)$/.test(type)
}

/** Whether a part's lines stand as they are. */
function isPlain(encoding: string): boolean {
  return !/base64|quoted|uu|^[bq]$/.test(encoding)
}

/** All that a program may take for the boundary; where none is said, the first line that looks like one. */
function boundariesOf({ parameters }: OpenPart, bytes: Uint8Array, at: number): string[] {
  const said = (parameters.get('boundary') ?? [])
    .map((it) => it.trimEnd())
    .filter((it) => it !== '')
  if (said.length > 0) return said
  const found = boundaryIn(bytes, at)
  return found === undefined ? [] : [found]
}

function boundaryIn(bytes: Uint8Array, at: number): string | undefined {
  const start = latin1(bytes.subarray(at, at + 20_000))
  return /(?:^|\n)--([^\s-][^\r\n]{0,200}?)[ \t]*\r?\n/.exec(start)?.[1]
}

/** The next line from here on that begins with two dashes, or where the search goes on after a pause. */
function nextDashes(bytes: Uint8Array, from: number): number {
  let at = from
  for (let step = 0; step < 100 && at < bytes.length; step += 1) {
    if (bytes[at] === dash && bytes[at + 1] === dash) return at
    const found = bytes.indexOf(dash, at)
    if (found === -1) return bytes.length
    if (bytes[found - 1] === lineFeed) {
      if (bytes[found + 1] === dash) return found
    }
    at = endOfLine(bytes, found) + 1
  }
  return at
}

/** Without the end of line that belongs to the divider. */
function bodyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  let last = end
  if (bytes[last - 1] === lineFeed) last -= 1
  if (bytes[last - 1] === carriageReturn) last -= 1
  return bytes.subarray(start, Math.max(start, last))
}
