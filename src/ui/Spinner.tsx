import './spinner.css'

interface SpinnerProps {
  readonly label: string
}

/** Shows in words what is loading; the ring is decorative. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <p className="spinner" role="status">
      <span className="spinner-ring" aria-hidden="true" />
      {label}
    </p>
  )
}
