import type { ReactNode, Ref } from 'react'
import './button.css'

interface ButtonProps {
  readonly children: ReactNode
  readonly type?: 'button' | 'submit'
  /** Primary once per view; danger for what cannot be undone; plain for what is beside the point. */
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'plain'
  readonly size?: 'regular' | 'small'
  readonly disabled?: boolean
  readonly onClick?: () => void
  /** Needed where the visible words do not say enough, among many rows for instance. */
  readonly label?: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  children,
  type = 'button',
  variant = 'primary',
  size = 'regular',
  disabled = false,
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
      onClick={onClick}
      aria-label={label}
    >
      {children}
    </button>
  )
}
