import { useStore } from '@nanostores/react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { $mailLinkWords } from '../lib/core/words/mail-link.words.yaml'

export interface MailLinkHandle {
  /** Opens the user's mail program with a `mailto:` address. */
  readonly open: (href: string) => void
}

/**
 * A real link that is clicked programmatically and stays visible, in case no mail program opens. Hidden
 * before the first mail.
 */
export function MailLink({ ref }: { readonly ref: Ref<MailLinkHandle> }) {
  const words = useStore($mailLinkWords)
  const [href, setHref] = useState<string>()
  const link = useRef<HTMLAnchorElement>(null)

  useImperativeHandle(ref, () => ({
    open(mail) {
      flushSync(() => setHref(mail))
      link.current?.click()
    },
  }))

  return (
    href !== undefined && (
      <a ref={link} href={href}>
        {words.fallback}
      </a>
    )
  )
}
