import type { MouseEvent, ReactNode, Ref } from 'react'
import './button.css'

interface ButtonProps {
  readonly children: ReactNode
  readonly type?: 'button' | 'submit'
  /** Primary once per view; danger for what cannot be undone; plain for what is beside the point. */
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'plain'
  readonly size?: 'regular' | 'small'
  readonly disabled?: boolean
  /** What it does is on its way: it does nothing, and keeps the focus. */
  readonly pending?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** Needed where the visible words do not say enough, among many rows for instance. */
  readonly label?: string
  readonly ref?: Ref<HTMLButtonElement>
}

/** A submit button submits nothing, either. */
function ignore(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault()
}

export function Button({
  children,
  type = 'button',
  variant = 'primary',
  size = 'regular',
  disabled = false,
  pending = false,
  onClick,
  label,
  ref,
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      className="button"
      data-variant={variant}
      data-size={size}
      disabled={disabled}
      aria-disabled={pending || undefined}
      onClick={pending ? ignore : onClick}
      aria-label={label}
    >
      {children}
    </button>
  )
}
