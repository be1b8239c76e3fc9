import { addFlagEndpoint } from '../../contract/flags/add-flag.ts'
import type { FlagType } from '../../contract/flags/flag.ts'
import { setFlagsEndpoint } from '../../contract/flags/set-flags.ts'
import { ServerError } from '../core/ask-server.ts'
import type { Acted, ActOnMail } from '../core/messages.ts'
import { sayFailure } from '../core/say-failure.ts'
import { readSettings } from '../core/settings.ts'
import { speak } from '../core/speak.ts'
import { askAccount } from './ask-account.ts'
import { report } from './reports.ts'

/** Does what the user has pressed, and says what became of it. */
export async function act({ act, mail }: ActOnMail): Promise<Acted> {
  const words = speak(await readSettings())
  const { sender } = mail
  try {
    if (act === 'report') {
      const outcome = await report({ messageId: mail.messageId, level: mail.level })
      const said = { sent: words.reported, kept: words.reportKept, full: words.reportsFull }
      return { isDone: outcome !== 'full', said: said[outcome] }
    }
    await flag(act === 'block' ? 'red' : 'green', sender)
    return {
      isDone: true,
      said: act === 'block' ? words.blocked({ sender }) : words.trusted({ sender }),
    }
  } catch (error) {
    const failed = error instanceof ServerError ? sayFailure(error, words) : words.notSaved
    return { isDone: false, said: failed }
  }
}

/** A flag of the other colour is replaced: that is what the user has pressed. */
async function flag(flag_type: FlagType, value: string): Promise<void> {
  try {
    await askAccount(addFlagEndpoint, { flag_type, value })
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== 'flag_exists') throw error
    const flags = [{ line: 1, flag_type, value }]
    const answer = await askAccount(setFlagsEndpoint, { replaces: true, flags })
    const outcome = answer?.rows[0]?.outcome
    if (outcome !== 'changed' && outcome !== 'unchanged' && outcome !== 'new') {
      throw new ServerError('refused', answer?.rows[0]?.problem?.code ?? '')
    }
  }
}
