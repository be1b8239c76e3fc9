import { useStore } from '@nanostores/react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { $mailLinkMessages } from '../lib/messages/mail-link.ts'

export interface MailLinkHandle {
  /** Opens the person's mail program with what the `mailto:` address says. */
  readonly open: (href: string) => void
}

/**
 * A real link that is followed for the person and stays, for whoever has no mail program that
 * opens by itself. Before the first mail there is nothing to see.
 */
export function MailLink({ ref }: { readonly ref: Ref<MailLinkHandle> }) {
  const words = useStore($mailLinkMessages)
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
