import { useStore } from '@nanostores/react'
import { type FocusEvent, useRef } from 'react'
import { $noticeMessages } from '../lib/messages/notices.ts'
import { dismissNotice, type Notice } from '../lib/ui-state/notices.ts'
import { Icon } from './Icon.tsx'

interface NoticeCardProps {
  readonly notice: Notice
  /** On a phone only the newest notice is visible. */
  readonly isNewest: boolean
}

const icons = { problem: 'warning', success: 'check', remark: 'info' } as const

/** One notice. Dismissing it by keyboard returns the focus to where it was. */
export function NoticeCard({ notice, isNewest }: NoticeCardProps) {
  const words = useStore($noticeMessages)
  const cameFrom = useRef<HTMLElement>(null)

  function remember(event: FocusEvent) {
    cameFrom.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null
  }

  function dismiss() {
    cameFrom.current?.focus()
    dismissNotice(notice.id)
  }

  return (
    <div
      className="notice"
      data-kind={notice.kind}
      data-newest={isNewest}
      role={notice.kind === 'problem' ? 'alert' : undefined}
    >
      <Icon name={icons[notice.kind]} />
      <p>{notice.text}</p>
      <button type="button" onFocus={remember} onClick={dismiss}>
        {words.dismiss}
      </button>
    </div>
  )
}
