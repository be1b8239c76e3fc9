import { is } from 'valibot'
import { email } from '../../contract/core/email.ts'

const variables = ['PUBLIC_SALES_EMAIL', 'PUBLIC_SUPPORT_EMAIL']

/** @throws Error if a mailbox in the build's settings is not a valid address */
export function checkMailboxes(environment: Readonly<Record<string, string | undefined>>): void {
  for (const variable of variables) {
    const address = environment[variable] ?? ''
    if (address !== '' && !is(email, address)) {
      throw new Error(`${variable} is '${address}', but an email address is expected`)
    }
  }
}
