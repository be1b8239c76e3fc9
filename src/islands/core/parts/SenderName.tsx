import { useStore } from '@nanostores/react'
import { shownSender } from '../../../lib/core/format/shown-sender.ts'
import { $senderWords } from '../../../lib/flags/words/sender.words.yaml'
import { Badge } from '../../../ui/Badge.tsx'
import { Clamped } from '../../../ui/Clamped.tsx'

interface Props {
  /** A domain or an address, as in the response. */
  readonly sender: string
  readonly className?: string | undefined
  /** For lists: clamped to two lines, expandable by a press. */
  readonly isClamped?: boolean
}

/** A sender, shown so that it cannot be mistaken for another, with a warning if it looks like one. */
export function SenderName({ sender, className, isClamped = false }: Props) {
  const { text, isDoubtful } = shownSender(sender)
  return (
    <>
      {isClamped ? <Clamped>{text}</Clamped> : <bdi className={className}>{text}</bdi>}
      {isDoubtful && <LookAlike />}
    </>
  )
}

function LookAlike() {
  const { lookAlike } = useStore($senderWords)
  return <Badge tone="caution" icon="warning" label={lookAlike} />
}
