import type { Random } from '../random.ts'
import { pick } from '../render/fill.ts'

/** A domain that reads like another: letters that look alike, one more or one less, or a word more. */
export function lookalike(domain: string, random: Random): string {
  const [name = '', ending = ''] = domain.split('.')
  const at = 2 + Math.floor(random.next() * (name.length - 4))
  const changed = [
    name.replace('m', 'rn'),
    name.replace('l', '1'),
    name.replace('i', 'l'),
    name.replace('o', '0'),
    `${name.slice(0, at)}${name[at]}${name.slice(at)}`,
    `${name.slice(0, at)}${name.slice(at + 1)}`,
    `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`,
    `${name}-group`,
    `${name}s`,
    name.includes('-') ? name.replace('-', '') : `${name}-finance`,
  ].filter((it) => it !== name)
  return `${pick(random, changed)}.${ending}`
}
