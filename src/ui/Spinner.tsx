import './spinner.css'

interface SpinnerProps {
  readonly label: string
}

/** What is going on, in words; the turning ring is decoration. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <p className="spinner" role="status">
      <span className="spinner-ring" aria-hidden="true" />
      {label}
    </p>
  )
}
