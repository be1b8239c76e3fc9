import './arch.css'

/** The arch of the logo as a ground: it keeps its curve and grows downwards with what stands on it. */
export function Arch() {
  return (
    <svg
      className="arch"
      viewBox="0 0 100 400"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <path d="M0 400V38C0 17 34 18 50 0C66 18 100 17 100 38V400Z" />
    </svg>
  )
}
