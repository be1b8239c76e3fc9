import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { $notices, type Notice } from '../lib/notices.ts'
import { NoticeCard } from './NoticeCard.tsx'
import { keepRegionReachable, noticeRegion } from './notice-region.ts'

/**
 * Draws what `lib/notices.ts` has to say; one per document. An alert is read as it arrives;
 * what was done waits its turn in a region that is part of the document from its first byte.
 */
export function Notices() {
  const notices = useStore($notices)
  useEffect(keepRegionReachable, [])
  if (notices.length === 0) return null
  return (
    <>
      {createPortal(cards(notices, 'problem'), noticeRegion('problem'))}
      {createPortal(cards(notices, 'success'), noticeRegion('success'))}
    </>
  )
}

function cards(notices: readonly Notice[], kind: Notice['kind']) {
  return notices
    .filter((notice) => notice.kind === kind)
    .map((notice) => <NoticeCard key={notice.id} notice={notice} />)
}
