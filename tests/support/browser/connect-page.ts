import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../tools/scripts/run-command.ts'

/** The commands of 'From nothing' in docs/connect-your-mail.md, as they stand. */
export interface PageCommands {
  /** Stays in its shell. */
  readonly startAman: string
  /** From the names to the programs that run with the printed files, one after the other. */
  readonly connect: readonly string[]
  readonly sendMail: string
  readonly listKeys: string
}

/** @throws Error for a page with other commands than the attack expects */
export function readPage(): PageCommands {
  const page = readFileSync(join(root, 'docs/connect-your-mail.md'), 'utf8')
  const [, section = ''] = page.split('## Postfix and rspamd on Debian\n')
  const [fromNothing = ''] = section.split(/^#/m)
  const [startAman = '', ...blocks] = [...fromNothing.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    ([, text = '']) => text,
  )
  const [sendMail = '', listKeys = ''] = blocks.splice(-2)
  if (
    !startAman.endsWith('aman start --demo\n') ||
    !sendMail.startsWith('swaks') ||
    blocks.length < 4
  ) {
    throw new Error('connect-your-mail.md has other commands than this attack runs')
  }
  return { startAman, connect: blocks, sendMail, listKeys }
}
