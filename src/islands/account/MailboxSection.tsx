import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { finishSignIn, ownMailbox } from '../../lib/account/mailbox.ts'
import { $mailboxWords } from '../../lib/account/words/mailbox.words.yaml'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ConnectMailbox } from './ConnectMailbox.tsx'
import { Section } from './parts/Section.tsx'
import { WatchedMailbox } from './WatchedMailbox.tsx'

/** The mailbox that Aman watches for the user, where the server can watch one. */
export function MailboxSection() {
  const words = useStore($mailboxWords)
  const resource = useStore(ownMailbox.$resource)
  useEffect(() => void finishSignIn(), [])
  const isConnected = resource.status === 'loaded' && resource.data.mailbox !== null
  const wasAbsent = useRef(false)
  useEffect(() => {
    if (resource.status === 'loaded') wasAbsent.current = !isConnected
  }, [resource.status, isConnected])
  if (resource.status === 'loaded' && !resource.data.is_offered) return null
  return (
    <Section title={words.title} text={words.text}>
      <Loaded isQuiet store={ownMailbox} loading={words.loading} failed={words.failed}>
        {({ mailbox, addresses }) =>
          mailbox === null ? (
            <ConnectMailbox addresses={addresses} />
          ) : (
            <WatchedMailbox mailbox={mailbox} wasAbsent={wasAbsent} />
          )
        }
      </Loaded>
    </Section>
  )
}
