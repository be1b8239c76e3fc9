import './spinner.css'

interface SpinnerProps {
  readonly label: string
  /** How much room waits: the whole window, or a part of a screen. */
  readonly room: 'window' | 'part'
}

/** What is going on, in words; the turning ring is decoration. */
export function Spinner({ label, room }: SpinnerProps) {
  return (
    <p className="spinner" data-room={room} role="status">
      <span className="spinner-ring" aria-hidden="true" />
      {label}
    </p>
  )
}
