import { useStore } from '@nanostores/react'
import { shownSender } from '../../../lib/format/shown-sender.ts'
import { $senderMessages } from '../../../lib/messages/sender.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Clamped } from '../../../ui/Clamped.tsx'

interface Props {
  /** A domain or an address, as the answer has it. */
  readonly sender: string
  readonly className?: string | undefined
  /** In a list: on two lines, and all of it at a press. */
  readonly isClamped?: boolean
}

/** A sender so that it cannot pass for another, with a word where it tries to (A140). */
export function SenderName({ sender, className, isClamped = false }: Props) {
  const { lookAlike } = useStore($senderMessages)
  const { text, isDoubtful } = shownSender(sender)
  return (
    <>
      {isClamped ? <Clamped>{text}</Clamped> : <bdi className={className}>{text}</bdi>}
      {isDoubtful && <Badge tone="caution" icon="warning" label={lookAlike} />}
    </>
  )
}
