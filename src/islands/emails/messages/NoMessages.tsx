import { useStore } from '@nanostores/react'
import { shownSender } from '../../../lib/core/format/shown-sender.ts'
import {
  filterCount,
  type MessagesQuery,
  messages,
  noFilters,
  senderIn,
} from '../../../lib/emails/messages.ts'
import { $messageListWords } from '../../../lib/emails/words/message-list.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'

/** That nothing was found is an answer, too: this sender has not written before. */
export function NoMessages({ query }: { readonly query: MessagesQuery }) {
  const words = useStore($messageListWords)
  const { q = '' } = query
  if (filterCount(query) > 0) {
    return (
      <StateMessage icon="search" title={words.filteredOut}>
        <Button variant="secondary" onClick={() => messages.ask(noFilters)}>
          {words.clear}
        </Button>
      </StateMessage>
    )
  }
  if (q === '') return <StateMessage icon="mail" title={words.empty} hint={words.emptyHint} />
  const sender = senderIn(q)
  const title =
    sender === undefined
      ? words.nothingFound({ text: q })
      : words.neverSeen({ sender: shownSender(sender).text })
  return (
    <StateMessage icon="search" title={title} hint={words.nothingKept}>
      <Button variant="secondary" onClick={() => messages.ask(noFilters)}>
        {words.clear}
      </Button>
    </StateMessage>
  )
}
