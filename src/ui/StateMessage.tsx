import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './state-message.css'

interface StateMessageProps {
  readonly icon?: IconName | undefined
  readonly title: string
  readonly hint?: string
  /** A problem is announced at once; an empty state is just there. */
  readonly isProblem?: boolean
  readonly children?: ReactNode
}

/** What stands where data would be: nothing there yet, or something went wrong. */
export function StateMessage({
  icon,
  title,
  hint,
  isProblem = false,
  children,
}: StateMessageProps) {
  return (
    <div className="state-message" data-problem={isProblem} role={isProblem ? 'alert' : undefined}>
      {icon !== undefined && <Icon name={icon} />}
      <p className="state-message-title">{title}</p>
      {hint !== undefined && <p className="state-message-hint">{hint}</p>}
      {children}
    </div>
  )
}
