import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'
import './qr-code.css'

interface QrCodeProps {
  readonly text: string
  /** The content in words, for those who cannot see it. */
  readonly label: string
}

export function QrCode({ text, label }: QrCodeProps) {
  const image = useMemo(() => generate(text), [text])
  // With the white margin that readers need.
  const side = image.size + 8
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(image)} />
    </svg>
  )
}
