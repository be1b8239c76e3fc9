import { useStore } from '@nanostores/react'
import { createPortal } from 'react-dom'
import { $longWork } from '../lib/core/ui-state/long-work.ts'
import { noticePlace } from './notice-region.ts'
import { Progress } from './Progress.tsx'

/** The actions that last long, among the notices: they are seen from every screen and dialog. */
export function RunningWork() {
  const works = useStore($longWork)
  if (works.length === 0) return null
  return createPortal(
    <div className="running">
      {works.map(({ id, text, done, total, isStopping, mayStop, stop }) => (
        <Progress
          key={id}
          {...{ text, done, total, isStopping }}
          onStop={mayStop ? stop : undefined}
        />
      ))}
    </div>,
    noticePlace('status'),
  )
}
