import type { MouseEvent, ReactNode, Ref } from 'react'
import './button.css'
import './button-danger.css'

interface ButtonProps {
  readonly children: ReactNode
  readonly type?: 'button' | 'submit'
  /** Primary once per view; danger for actions that cannot be undone; plain for minor actions. */
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'plain'
  readonly size?: 'regular' | 'small'
  readonly disabled?: boolean
  /** While its action is running, the button ignores clicks but keeps the focus. */
  readonly pending?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** The accessible name, if the visible text is ambiguous, for example in a list of rows. */
  readonly label?: string
  /** Whether the part that it shows is shown. */
  readonly expanded?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** Also prevents a submit. */
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
  expanded,
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
      aria-expanded={expanded}
    >
      {children}
    </button>
  )
}
