import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { $notices, type Notice } from '../lib/ui-state/notices.ts'
import { keepFocusUncovered } from './keep-focus-uncovered.ts'
import { NoticeCard } from './NoticeCard.tsx'
import { keepRegionReachable, noticePlace } from './notice-region.ts'

/**
 * Shows the notices of `lib/ui-state/notices.ts`; one per document. Alerts are announced immediately,
 * other notices through a polite live region that is part of the initial HTML.
 */
export function Notices() {
  const notices = useStore($notices)
  useEffect(keepRegionReachable, [])
  useEffect(keepFocusUncovered, [])
  if (notices.length === 0) return null
  return (
    <>
      {createPortal(cards(notices, 'alert'), noticePlace('alert'))}
      {createPortal(cards(notices, 'status'), noticePlace('status'))}
    </>
  )
}

function cards(notices: readonly Notice[], place: 'alert' | 'status') {
  const newest = notices.at(-1)
  return notices
    .filter(({ kind }) => (kind === 'problem') === (place === 'alert'))
    .map((notice) => <NoticeCard key={notice.id} notice={notice} isNewest={notice === newest} />)
}
