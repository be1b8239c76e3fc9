import { join, resolve } from 'node:path'
import { safeParse } from 'valibot'
import { email } from '../../contract/fields/email.ts'
import { isPostgresUrl } from '../database/address.ts'

/*
 * Parsers of settings. Each returns undefined for an invalid value.
 */

const repository = resolve(import.meta.dirname, '../..')

export function wholeNumber(smallest: number, largest: number, fallback: number) {
  return {
    expected: `a whole number from ${smallest} to ${largest}`,
    fallback: String(fallback),
    read(text: string): number | undefined {
      const value = Number(text)
      return /^\d+$/.test(text) && value >= smallest && value <= largest ? value : undefined
    },
  }
}

export function yesOrNo() {
  return {
    expected: 'yes or no',
    fallback: 'no',
    read: (text: string) => (/^(?:yes|no)$/.test(text) ? text === 'yes' : undefined),
  }
}

export function folderOrFile(path: string) {
  return { expected: 'a path', fallback: join(repository, path), read: (text: string) => text }
}

/** @returns the absolute path of a file, or a URL of PostgreSQL */
export function databaseAddress(text: string): string | undefined {
  if (isPostgresUrl(text)) return URL.canParse(text) ? text : undefined
  const path = /^file:(.+)$/.exec(text)?.[1]
  return path === undefined ? undefined : resolve(path)
}

/** @returns null if the text says that there is none */
export function webAddress(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** @returns an origin in the exact form that browsers send */
export function webOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  // The URL parser accepts an asterisk, but an operator would mean it as a wildcard.
  return isWeb && url.origin === text && !text.includes('*') ? text : undefined
}

export function webOrigins(text: string): string[] | undefined {
  const origins = text === '' ? [] : text.split(',').map((part) => webOrigin(part.trim()))
  const good = origins.filter((origin) => origin !== undefined)
  return good.length === origins.length ? good : undefined
}

/** @returns host names in lower case; null for all hosts */
export function hostNames(text: string): string[] | null | undefined {
  if (text === '*') return null
  const names = text === '' ? [] : text.split(',').map((part) => part.trim().toLowerCase())
  return names.every((name) => /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$/.test(name)) ? names : undefined
}

/** @returns null if there is no mail server */
export function mailServer(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  const isMail = url?.protocol === 'smtp:' || url?.protocol === 'smtps:'
  return isMail && url.hostname !== '' ? text : undefined
}

export function mailAddress(fallback: string) {
  return {
    expected: 'an email address',
    fallback,
    read(text: string): string | undefined {
      const address = safeParse(email, text)
      return address.success ? address.output : undefined
    },
  }
}
