import type { ComponentType } from 'react'
import { knowSenders } from '../../../lib/flags/sender-flags.ts'
import { SenderActions, type SenderActionsProps } from './SenderActions.tsx'

/** @returns the actions about senders, once it is known what they are for these mails */
export async function actionsFor(
  mails: readonly SenderActionsProps['mail'][],
): Promise<ComponentType<SenderActionsProps>> {
  await knowSenders(mails)
  return SenderActions
}
