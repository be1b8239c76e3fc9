import { readFileSync } from 'node:fs'
import { problemsOfSettings } from '../../core/configuration.ts'
import { describeUnknown, isSetting } from '../../core/read-environment.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'

interface Parsed {
  readonly values: ReadonlyMap<string, string>
  /** One line for each, with the number of its line in the file. */
  readonly problems: readonly string[]
}

/**
 * Reads lines of NAME=value. A value may stand in quotes, and a comment begins with # at the start of a
 * line or after a space, so that a password may have one. Byte order marks and the line ends of Windows
 * are of the editor, so they do not count.
 */
export function parseSettings(text: string): Parsed {
  const values = new Map<string, string>()
  const problems: string[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [index, line] of lines.entries()) {
    const read = parseLine(line.trim(), values)
    if (read === undefined) continue
    if (typeof read === 'string') problems.push(`line ${index + 1}: ${read}`)
    else values.set(read.name, read.value)
  }
  return { values, problems }
}

/** @returns what is wrong with the line as a text; undefined for a line that says nothing */
function parseLine(line: string, earlier: ReadonlyMap<string, string>) {
  if (line === '' || line.startsWith('#')) return undefined
  const { name = '', given = '' } =
    /^(?:export\s+)?(?<name>[^=\s]+)\s*=\s*(?<given>.*)$/.exec(line)?.groups ?? {}
  if (name === '') return 'NAME=value is expected'
  if (!isSetting(name)) return describeUnknown(name)
  if (earlier.has(name)) return `${name} is set a second time: delete one of the lines`
  const value = unquote(given)
  return value === undefined
    ? `the value of ${name} begins or ends with a quote alone: write it with ' or " on both sides, or without`
    : { name, value }
}

const quoted = /^(?<quote>["'])(?<inside>.*)\k<quote>(?:\s+#.*)?$/
/** Those of word processors close nothing. */
const anyQuote = /^["'`\u2018-\u201F\u00AB]|["\u201C-\u201F\u00BB]$/

function unquote(given: string): string | undefined {
  const inside = quoted.exec(given)?.groups?.inside
  if (inside !== undefined) return inside
  const value = given.replace(/(?:^|\s+)#.*$/, '')
  return anyQuote.test(value) ? undefined : value
}

let used: string | undefined

/** The file that this process has read its settings from, if there is one. */
export function usedSettingsFile(): string | undefined {
  return used
}

/**
 * Sets the environment as a file says, where it does not say otherwise itself.
 * @returns the names that it set
 * @throws StartError with all that is wrong with the lines and the values
 */
export function readSettingsFile(path: string): ReadonlySet<string> {
  const { values, problems } = parseSettings(read(path))
  const set = new Set<string>()
  for (const [name, value] of values) {
    if (process.env[name] !== undefined) continue
    process.env[name] = value
    set.add(name)
  }
  used = path
  if (problems.length === 0) return set
  const lines = problems.map((problem) => `${path}, ${problem}`)
  throw new StartError([...lines, ...problemsOfSettings(process.env)].join('\n'))
}

function read(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (cause) {
    const isText = Object(cause).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA'
    const reason = isText ? wordsOfCause(cause) : 'save it in UTF-8'
    throw new StartError(`Cannot read the settings in ${path}: ${reason}`)
  }
}

/*
 * The package's command is started by root and works as the account that owns the data, so that root
 * owns none of it. Files that the operator names are opened as root, where the account may not go.
 */

declare global {
  namespace NodeJS {
    interface Process {
      // Missing in the types of Node.js.
      initgroups?(user: string, group: string): void
    }
  }
}

interface Account {
  readonly user: number
  readonly group: number
}

const root = 0
let account: Account | undefined

/** Works as an account and its group of the same name from now on, if root has started the process. */
export function workAs(name: string): void {
  if (process.geteuid?.() !== root) return
  process.initgroups?.(name, name)
  process.setegid?.(name)
  process.seteuid?.(name)
  account = { user: process.geteuid?.() ?? root, group: process.getegid?.() ?? root }
}

/** Gives up the way back to root, for all that names no files. */
export function forgetCaller(): void {
  if (account === undefined) return
  process.seteuid?.(root)
  process.setgid?.(account.group)
  process.setuid?.(account.user)
  account = undefined
}

/** @param task ends before it returns: the rights are the whole process's */
export function asCaller<Result>(task: () => Result): Result {
  if (account === undefined) return task()
  process.seteuid?.(root)
  process.setegid?.(root)
  try {
    return task()
  } finally {
    process.setegid?.(account.group)
    process.seteuid?.(account.user)
  }
}
