import { documentedCommands } from '../../../chaos/documented-block.ts'

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
  const [startAman = '', ...blocks] = documentedCommands(
    'connect-your-mail.md',
    '## Postfix and rspamd on Debian',
  )
  const [sendMail = '', listKeys = ''] = blocks.splice(-2)
  if (!startAman.endsWith('npm start\n') || !sendMail.startsWith('swaks') || blocks.length < 4) {
    throw new Error('connect-your-mail.md has other commands than this attack runs')
  }
  return { startAman, connect: blocks, sendMail, listKeys }
}
