import type { ReactNode } from 'react'
import { Cause } from './Cause.tsx'
import { Icon, type IconName } from './Icon.tsx'
import './state-message.css'

interface StateMessageProps {
  readonly icon?: IconName | undefined
  readonly title: string
  readonly hint?: string
  /** A problem is announced to screen readers; an empty state is not. */
  readonly isProblem?: boolean
  /** Why there is a problem. */
  readonly error?: unknown
  readonly children?: ReactNode
}

/** Shown in place of data: an empty state or a problem. */
export function StateMessage({
  icon,
  title,
  hint,
  isProblem = false,
  error,
  children,
}: StateMessageProps) {
  return (
    <div className="state-message" data-problem={isProblem} role={isProblem ? 'alert' : undefined}>
      {icon !== undefined && <Icon name={icon} />}
      <p className="state-message-title">{title}</p>
      {hint !== undefined && <p className="state-message-hint">{hint}</p>}
      <Cause error={error} />
      {children}
    </div>
  )
}
