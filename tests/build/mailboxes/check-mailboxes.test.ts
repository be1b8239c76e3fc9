import { expect, test } from 'vitest'
import { checkMailboxes } from '../../../build/mailboxes/check-mailboxes.ts'

test.each(['PUBLIC_SALES_EMAIL', 'PUBLIC_SUPPORT_EMAIL'])(
  '%s with an address that no mail can be sent to ends the build',
  (variable) => {
    for (const address of ['help,desk@firm.example', 'help', '<help@firm.example>']) {
      expect(() => checkMailboxes({ [variable]: address })).toThrow(
        `${variable} is '${address}', but an email address is expected`,
      )
    }
    for (const address of ['', undefined, 'help@firm.example', 'Hilfe@bücher.example']) {
      expect(() => checkMailboxes({ [variable]: address })).not.toThrow()
    }
  },
)
